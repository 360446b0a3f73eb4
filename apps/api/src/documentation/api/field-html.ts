import { capitalise } from '../../lib/capitalise.ts'
import { escapeHtml } from '../escape.ts'
import { renderInline } from '../markdown.ts'
import type { Field, FieldGroup } from './fields.ts'

/** Fields of requests can be required. Fields of responses are always there, unless they are optional. */
type Side = 'request' | 'response'

/** Returns a list of fields. Fields of objects are inside the field, and are shown when it is opened. */
export function renderFields(fields: readonly Field[], side: Side = 'request'): string {
  return `<ul class="fields">${fields.map((field) => renderField(field, side)).join('')}</ul>\n`
}

function renderField(field: Field, side: Side): string {
  const { name, type, isRequired, isNullable, description, link } = field
  const marks = [
    `<code class="name">${escapeHtml(name)}</code>`,
    `<span class="type">${link ? `<a href="${link}">${escapeHtml(type)}</a>` : escapeHtml(type)}</span>`,
    ...(isNullable ? ['<span class="null">or null</span>'] : []),
    ...(isRequired && side === 'request' ? ['<span class="required">required</span>'] : []),
    ...(!isRequired && side === 'response' ? ['<span class="null">optional</span>'] : [])
  ]
  const text = description === '' ? '' : `<p>${renderInline(sentence(firstParagraph(description)))}</p>`
  return `<li><div class="head">${marks.join(' ')}</div>${text}${renderLimits(field)}${renderGroups(field.groups, side)}</li>\n`
}

/** Descriptions of enumerations can have several paragraphs. The first one says what the value means. */
function firstParagraph(text: string): string {
  return text.split('\n\n', 1)[0] ?? ''
}

function sentence(text: string): string {
  return /[.:!?]$/.test(text) || text === '' ? text : `${text}.`
}

function renderLimits({ limits, values }: Field): string {
  const parts = [
    ...(limits.length > 0 ? [renderInline(capitalise(limits.join(', ')))] : []),
    ...(values.length > 1
      ? [`One of ${values.map((value) => `<code>${escapeHtml(value)}</code>`).join(' ')}`]
      : []),
    ...(values.length === 1 ? [`Always <code>${escapeHtml(values[0] ?? '')}</code>`] : [])
  ]
  return parts.map((part) => `<p class="limits">${part}</p>`).join('')
}

function renderGroups(groups: readonly FieldGroup[], side: Side): string {
  return groups
    .map(({ title, fields }) => foldable(labelOf(title, fields.length), renderFields(fields, side)))
    .join('')
}

function labelOf(title: string | undefined, count: number): string {
  const fields = count === 1 ? '1 field' : `${count} fields`
  return title === undefined ? fields : `${escapeHtml(title)}: ${fields}`
}

/** Returns content that is hidden until the reader opens it. The label is HTML. */
export function foldable(label: string, content: string): string {
  return `<details class="fold"><summary>${label}</summary>${content}</details>`
}
