import type Typebox from 'typebox'

type Builders = Pick<
  typeof Typebox,
  | 'Array'
  | 'Boolean'
  | 'Integer'
  | 'Literal'
  | 'Null'
  | 'Number'
  | 'Object'
  | 'Optional'
  | 'String'
  | 'Union'
  | 'Unknown'
  | 'Unsafe'
>
type Json = Readonly<Record<string, unknown>>

/** What TypeBox marks a property with that may be left out. Not enumerable: it is no part of the schema. */
const OPTIONAL = '~optional'

const simple = (type: string) => (options?: Json) => ({ type, ...options })

/**
 * The builders of TypeBox that the contract uses, with their types and without the library, of whose 370 modules every
 * process that knows the contract would load every one: docs/decisions/0026.
 */
const builders = {
  Array: (items: Json, options?: Json) => ({ type: 'array', items, ...options }),
  Boolean: simple('boolean'),
  Integer: simple('integer'),
  Literal: (value: string | number | boolean, options?: Json) => ({
    type: typeof value,
    const: value,
    ...options,
  }),
  Null: simple('null'),
  Number: simple('number'),
  Object(properties: Readonly<Record<string, Json>>, options?: Json) {
    const required = Object.keys(properties).filter(
      (name) => !Object.hasOwn(properties[name] ?? {}, OPTIONAL),
    )
    return { type: 'object', ...(required.length === 0 ? {} : { required }), properties, ...options }
  },
  Optional: (schema: Json) => Object.defineProperty({ ...schema }, OPTIONAL, { value: true }),
  String: simple('string'),
  Union: (anyOf: readonly Json[], options?: Json) => ({ anyOf, ...options }),
  Unknown: (options?: Json) => ({ ...options }),
  Unsafe: (schema: Json) => ({ ...schema }),
}

// The one place where a schema gets its type: that it says what the type says is TypeBox's own claim about these forms.
export const Type = builders as unknown as Builders
