import fc from 'fast-check'

/** Stands for a word that the text has once, so that it is found again in a page. */
const WORD = '\u0001'
const MARKS = [
  ...['\n', '\n', '\n', '\n\n', '\n\n', '\n\n\n', ' ', ' ', '  ', '    ', '\t', '\t'],
  ...['> ', '>', '> > ', '- ', '* ', '+ ', '-', '1. ', '1986. ', '2) ', '-     ', '- [ ] '],
  ...['```', '```\n', '\n```\n', '```js\n', '~~~', '\n~~~\n', '~~~~', '`', '`', '``', '\\`'],
  ...['|', '|', '\\|', '|-|\n', '|-|-|\n', '\n|-|\n', '-|-', ':-:', '\n|\n', '\n|\n\t'],
  ...['# ', '## ', '###### ', '####### ', ' #', '\n===\n', '\n---\n', '\n=\n', '***', '* * *\n'],
  ...['<!--', '-->', '\n<div>\n', '</div>', '\n<pre>\n', '</pre>', '<b>', '<?', '<a title="`">'],
  ...['![', '![', '](', ')', '](https://x.example/a.png)', '](/a/b)', '](javascript:x)', '](<', '"t")'],
  ...['[', ']', '[r]', '![r]', '[][r]', '\n[r]: https://x.example/b.png\n', '[r]:', '\n> [r]:\n> /a/c\n'],
  ...[
    '[^1]',
    '[^1]',
    '\n[^1]: ',
    '\n[^2]: W\n',
    '- [x] ',
    '\n> [!NOTE]\n',
    '[!TIP]',
    'https://x.example/a',
    'http://',
  ],
  ...[
    '$',
    '$',
    '$$',
    '\n$$\n',
    '$a$',
    '<sub>',
    '</sub>',
    '<br>',
    '<kbd>',
    '</b>',
    '<td>',
    '<li>',
    '<ul>',
    '</ul>',
  ],
  ...[
    '\n<details>\n',
    '<summary>',
    '</summary>',
    '\n</details>\n',
    '\n<p align="center">\n',
    '</p>',
    '<p>',
    '<!-- x -->',
  ],
  ...[
    '\n<h2>',
    '</h2>\n',
    '\n<table>',
    '<tr>',
    '</table>',
    '<img src="/a/b" alt="w">',
    '<a href="/a/b">',
    '</a>',
    '<T>',
  ],
  ...['*', '**', '_', '~~', '\\', '&amp;', '&#96;', '&#0;', '<https://x.example>', '<a@b.example>', '!'],
]
/** Blocks that are whole, for what happens within and around them. */
const BLOCKS = [
  ...['|W|W|\n|-|-|\n', '|W|W|\n|-|-|\n|W|`W`|\n', '|\\||`W`|\n', '|`W\\|` `W`|![W](/a/b)|\n'],
  ...['\n> W\n', '\n- W\n\n      W\n', '\n```\nW\n```\n', '\n\n    W\n', '\n> ```\n> W\n', '\nW\n===\n'],
  ...[
    '\n<div>\nW <b>W</b> `W`\n</div>\n\n',
    '\n<h1 align="center">W</h1>\n',
    '\n<!--\nW\n-->\n',
    '<b>W</b>',
    '<kbd>W',
    '$W$',
  ],
  ...[
    '\n> [!NOTE]\n> W\n',
    '\n[^1]: W\n\n    W\n',
    '[^1] W',
    '- [ ] W\n',
    '\n$$\nW\n$$\n',
    '\n```math\nW\n```\n',
  ],
  ...['![W](https://x.example/a.png)', '![W `W`](/a/b)', '`W`', '`W\n> W`', '[W `W`](/a/b)', '# `W` W #\n'],
].map((block) => block.replaceAll('W', WORD))
const PARTS = [...MARKS, ...BLOCKS, ...Array<string>(Math.ceil(MARKS.length / 2)).fill(WORD)]

/** Texts of the marks of Markdown in every disorder, that love blocks within blocks. */
export const markdownTexts: fc.Arbitrary<string> = fc
  .array(fc.constantFrom(...PARTS), { maxLength: 40, size: 'max' })
  .map((parts) => {
    let words = 0
    return parts.join('').replaceAll(WORD, () => `w${words++}w`)
  })
