/** Where a schema keeps the type of its values. No schema has it at run time. */
declare const VALUE: unique symbol
/** Marks a property that may be left out. Not enumerable: it is no part of the schema. */
const OPTIONAL = Symbol('optional')

/** A JSON Schema and the type of the values that it accepts. */
export interface Schema<T = unknown> {
  readonly [VALUE]: T
}

/** The schema of a property that may be left out. */
export interface OptionalSchema<T = unknown> extends Schema<T> {
  readonly [OPTIONAL]: true
}

/** The schema of an object, with the schemas of its properties. */
export interface ObjectSchema<P> extends Schema<ObjectOf<P>> {
  readonly properties: P
}

/** The type of the values that a schema accepts. */
export type Static<S extends Schema> = S[typeof VALUE]

type Properties = Readonly<Record<string, Schema>>
type ValueOf<S> = S extends Schema<infer T> ? T : never
type NeededFields<P> = { [K in keyof P as P[K] extends OptionalSchema ? never : K]: ValueOf<P[K]> }
type OptionalFields<P> = { [K in keyof P as P[K] extends OptionalSchema ? K : never]?: ValueOf<P[K]> }
/** Both in one object that has no name of its own, so that an error prints its fields. */
type ObjectOf<P> = NeededFields<P> & OptionalFields<P> extends infer O ? { [K in keyof O]: O[K] } : never

/** The keywords of JSON Schema that the contract uses beside `type`. */
interface Keywords {
  readonly title?: string
  readonly description?: string
  readonly default?: unknown
  readonly format?: string
  readonly pattern?: string
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly uniqueItems?: boolean
  readonly additionalProperties?: boolean
}
type Json = Readonly<Record<string, unknown>>

// The one place where a schema gets its type: that the JSON accepts what the type says is each builder's own claim.
const typed = <T>(json: object) => json as Schema<T>

const simple =
  <T>(type: string) =>
  (keywords?: Keywords) =>
    typed<T>({ type, ...keywords })

/** Makes a JSON Schema and its type in one: docs/decisions/0042. */
export const Type = {
  Array: <S extends Schema>(items: S, keywords?: Keywords) =>
    typed<Static<S>[]>({ type: 'array', items, ...keywords }),
  Boolean: simple<boolean>('boolean'),
  Integer: simple<number>('integer'),
  Literal: <const V extends string | number | boolean>(value: V, keywords?: Keywords) =>
    typed<V>({ type: typeof value, const: value, ...keywords }),
  Null: simple<null>('null'),
  Number: simple<number>('number'),
  Object<P extends Properties>(properties: P, keywords?: Keywords) {
    const required = Object.keys(properties).filter(
      (name) => !Object.hasOwn(properties[name] ?? {}, OPTIONAL),
    )
    const json = {
      type: 'object',
      ...(required.length === 0 ? {} : { required }),
      properties,
      ...keywords,
    }
    return json as object as ObjectSchema<P>
  },
  Optional: <S extends Schema>(schema: S) =>
    Object.defineProperty({ ...schema }, OPTIONAL, { value: true }) as object as OptionalSchema<Static<S>>,
  String: simple<string>('string'),
  Union: <S extends readonly Schema[]>(anyOf: readonly [...S], keywords?: Keywords) =>
    typed<Static<S[number]>>({ anyOf, ...keywords }),
  Unknown: (keywords?: Keywords) => typed<unknown>({ ...keywords }),
  Unsafe: <T>(json: Json) => typed<T>({ ...json }),
}
