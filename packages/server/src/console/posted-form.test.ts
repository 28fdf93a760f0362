import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FORM_LIMITS } from '@colophon/contract'
import { Problem } from '../core/problem.ts'
import { parseForm } from './posted-form.ts'

function formOf(text: string) {
  return parseForm(Buffer.from(text))
}

test('a form is read as browsers write it', () => {
  const form = formOf('/title=A+b%2Bc&/body=one%0D%0Atwo%0A&scope=read&scope=review&empty=&bare')
  assert.equal(form.first('/title'), 'A b+c')
  assert.equal(form.first('/body'), 'one\ntwo\n')
  assert.deepEqual(form.all('scope'), ['read', 'review'])
  assert.equal(form.first('empty'), '')
  assert.equal(form.first('bare'), '')
  assert.equal(form.first('/other'), null)
  assert.deepEqual(form.names(), ['/title', '/body', 'scope', 'empty', 'bare'])
  assert.deepEqual(formOf('').names(), [])
})

test('what is beyond ASCII is the same with and without escapes', () => {
  const form = formOf(`a=${encodeURIComponent('Ä 雪 😀')}&b=Ä+雪+😀&c=%c3%84`)
  assert.deepEqual([form.first('a'), form.first('b'), form.first('c')], ['Ä 雪 😀', 'Ä 雪 😀', 'Ä'])
})

test('names that objects have of their own are names like any other', () => {
  const form = formOf('__proto__=x&constructor=y')
  assert.deepEqual(form.all('__proto__'), ['x'])
  assert.equal(form.first('toString'), null)
})

for (const [name, text] of [
  ['an overlong slash', 'a=%C0%AF'],
  ['a cut character', 'a=%E2%82'],
  ['a lone surrogate', 'a=%ED%A0%80'],
  ['a broken escape', 'a=%zz'],
  ['half an escape', 'a=%4'],
  ['an escape with a sign', 'a=%-1'],
  ['a broken name', '%ff=a'],
  ['too many fields', 'a=1&'.repeat(FORM_LIMITS.fields + 1)],
] as const)
  test(`${name} is refused and not mended`, () => {
    assert.throws(
      () => formOf(text),
      (error) => error instanceof Problem && error.code === 'invalid_request',
    )
  })

test('as many fields as may be are read', () => {
  assert.equal(formOf(Array(FORM_LIMITS.fields).fill('a=1').join('&')).all('a').length, FORM_LIMITS.fields)
})
