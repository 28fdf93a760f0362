import type { Me } from './definitions.ts'

/** Curating is offered where /me says that the credential covers it; the press decides when it is asked. */
export function mayCurate(me: Me | null, topic: string): boolean {
  if (me === null || !me.access.can_curate) return false
  return me.topic_grants === null || me.topic_grants.includes(topic)
}
