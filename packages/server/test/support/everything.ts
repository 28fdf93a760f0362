/** Is nothing to be left out? What a test needs and is missing is a failure then, else a skip in one line. */
export function isEverythingRequired(): boolean {
  return process.env.CI === 'true' || process.env.COLOPHON_TEST_ALL === '1'
}
