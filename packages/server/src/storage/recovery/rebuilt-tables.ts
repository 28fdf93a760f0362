import {
  type KyselyPlugin,
  OperationNodeTransformer,
  type PluginTransformQueryArgs,
  type SchemableIdentifierNode,
} from 'kysely'
import type { Db, RebuiltTables, Tx } from '../storage.ts'
import { PROJECTIONS } from './recovery-tables.ts'

const PREFIX = 'rebuilt_'

export function rebuiltName(name: string): string {
  return `${PREFIX}${name}`
}

/** One for each engine: compiled queries are kept by it. */
export function rebuiltHandles(): RebuiltTables['into'] {
  const transformer = new RebuiltNames()
  const plugin: KyselyPlugin = {
    transformQuery: ({ node, queryId }: PluginTransformQueryArgs) => transformer.transformNode(node, queryId),
    transformResult: async ({ result }) => result,
  }
  // The same kind of handle comes back; the builder's type only says one of its bases.
  return <D extends Db | Tx>(db: D) => db.withPlugin(plugin) as D
}

class RebuiltNames extends OperationNodeTransformer {
  protected override transformSchemableIdentifier(
    node: SchemableIdentifierNode,
    queryId?: Parameters<OperationNodeTransformer['transformNode']>[1],
  ): SchemableIdentifierNode {
    const plain = super.transformSchemableIdentifier(node, queryId)
    const { name } = plain.identifier
    if (!PROJECTIONS.includes(name)) return plain
    return { ...plain, identifier: { ...plain.identifier, name: rebuiltName(name) } }
  }
}
