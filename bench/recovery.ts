import { report } from './figures.ts'
import { inFilledFolder, inFolder } from './folder.ts'
import { captureFigures } from './recovery/capture.ts'
import { moveFigures } from './recovery/move.ts'
import { publishMany } from './recovery/site.ts'

const CAPTURED = 100_000
/** Its restore takes a minute or two, which a larger one takes as many times longer. */
const MOVED = 10_000

const fill = (entries: number) => (folder: string) => publishMany(folder, entries)
const captured = await inFilledFolder(`recovery-${CAPTURED}`, fill(CAPTURED), (folder) =>
  captureFigures(folder, CAPTURED),
)
const moved = await inFilledFolder(`recovery-${MOVED}`, fill(MOVED), (folder) =>
  inFolder((into) => moveFigures(folder, { into, entries: MOVED })),
)
report('recovery', [...captured, ...moved])
