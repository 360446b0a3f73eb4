import {
  DOMParser,
  DOMSerializer,
  type Node as Doc,
  type MarkSpec,
  type NodeSpec,
  Schema
} from 'prosemirror-model'
import { isHtml } from '../html/is-html.ts'
import { sanitiseAll } from '../html/sanitise.ts'
import { contentOf } from './content-of.ts'

const block = { group: 'block', defining: true } satisfies NodeSpec

const nodes: Record<string, NodeSpec> = {
  doc: { content: 'block+' },
  paragraph: { ...block, content: 'inline*', parseDOM: [{ tag: 'p' }], toDOM: () => ['p', 0] },
  heading: {
    ...block,
    content: 'inline*',
    attrs: { level: {} },
    parseDOM: [1, 2, 3, 4, 5, 6].map((level) => ({ tag: `h${level}`, attrs: { level } })),
    toDOM: ({ attrs }) => [`h${attrs.level}`, 0]
  },
  blockquote: {
    ...block,
    content: 'block+',
    parseDOM: [{ tag: 'blockquote' }],
    toDOM: () => ['blockquote', 0]
  },
  code_block: {
    ...block,
    content: 'text*',
    marks: '',
    code: true,
    parseDOM: [{ tag: 'pre', preserveWhitespace: 'full' }],
    toDOM: () => ['pre', 0]
  },
  horizontal_rule: { group: 'block', parseDOM: [{ tag: 'hr' }], toDOM: () => ['hr'] },
  bullet_list: { ...block, content: 'list_item+', parseDOM: [{ tag: 'ul' }], toDOM: () => ['ul', 0] },
  ordered_list: {
    ...block,
    content: 'list_item+',
    attrs: { start: { default: null }, type: { default: null } },
    parseDOM: [{ tag: 'ol', getAttrs: (list) => attributes(list, ['start', 'type']) }],
    toDOM: ({ attrs }) => ['ol', attrs, 0]
  },
  list_item: {
    content: 'paragraph block*',
    defining: true,
    parseDOM: [{ tag: 'li' }],
    toDOM: () => ['li', 0]
  },
  hard_break: {
    group: 'inline',
    inline: true,
    selectable: false,
    linebreakReplacement: true,
    parseDOM: [{ tag: 'br' }],
    toDOM: () => ['br']
  },
  text: { group: 'inline' }
}

const marks: Record<string, MarkSpec> = {
  link: {
    attrs: { href: {}, title: { default: null } },
    inclusive: false,
    parseDOM: [{ tag: 'a[href]', getAttrs: (link) => attributes(link, ['href', 'title']) }],
    // The service adds the same `rel`.
    toDOM: ({ attrs }) => ['a', { ...attrs, rel: 'noopener nofollow' }, 0]
  },
  strong: formatting('strong', ['b']),
  em: formatting('em', ['i']),
  underline: formatting('u'),
  strike: formatting('s', ['del']),
  subscript: { ...formatting('sub'), excludes: 'superscript' },
  superscript: { ...formatting('sup'), excludes: 'subscript' },
  code: formatting('code')
}

/** A formatting that is written with one of several elements. The text keeps the one that it had. */
function formatting(tag: string, others: string[] = []): MarkSpec {
  return {
    attrs: { tag: { default: tag } },
    parseDOM: [tag, ...others].map((name) => ({ tag: name, attrs: { tag: name } })),
    toDOM: ({ attrs }) => [attrs.tag, 0]
  }
}

function attributes(element: HTMLElement, names: string[]): Record<string, string | null> {
  return Object.fromEntries(names.map((name) => [name, element.getAttribute(name)]))
}

/** What the editor can show: a part of the HTML that the service permits in descriptions. */
export const schema = new Schema({ nodes, marks })

const serializer = DOMSerializer.fromSchema(schema)

/** Returns the document of a text or of HTML; undefined if the editor would lose something of it. */
export function readDocument(source: string): Doc | undefined {
  if (!isHtml(source)) return plainDocument(source)
  const { fragment, isWhole } = sanitiseAll(source)
  const doc = DOMParser.fromSchema(schema).parse(fragment)
  const isSame = contentOf(fragment) === contentOf(serializer.serializeFragment(doc.content))
  return isWhole && isSame ? doc : undefined
}

/** Returns the HTML of a document, in the form that the service stores. An empty document is an empty text. */
export function writeHtml(doc: Doc): string {
  if (doc.childCount === 1 && doc.firstChild?.isTextblock && doc.firstChild.content.size === 0) return ''
  const box = document.createElement('div')
  box.append(serializer.serializeFragment(doc.content))
  for (const paragraph of box.querySelectorAll('li > p:first-child'))
    paragraph.replaceWith(...paragraph.childNodes)
  return box.innerHTML
}

function plainDocument(text: string): Doc {
  const paragraphs = text.trim().split(/\n[ \t]*\n\s*/)
  const content = paragraphs.map((paragraph) => {
    const lines = paragraph.split(/\r?\n/).map((line) => line.trim())
    const parts = lines.flatMap((line, index) => [
      ...(index > 0 ? [schema.node('hard_break')] : []),
      ...(line ? [schema.text(line)] : [])
    ])
    return schema.node('paragraph', null, parts)
  })
  return schema.node('doc', null, content)
}
