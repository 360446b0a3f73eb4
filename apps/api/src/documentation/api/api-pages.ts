import { renderSample } from '../code.ts'
import { escapeHtml } from '../escape.ts'
import { plainText, renderInline, renderMarkdown } from '../markdown.ts'
import type { Section, SitePage } from '../page.ts'
import {
  type ApiDocument,
  anchorOf,
  type Operation,
  type OperationTag,
  pathOfTag,
  resolved
} from './document.ts'
import { exampleOf } from './example-values.ts'
import { renderFields } from './field-html.ts'
import { type Context, fieldsOf, inWords, objectAnchor } from './fields.ts'
import { objectMarkdown, operationMarkdown } from './markdown-text.ts'
import { objectsOf } from './objects.ts'
import { heading, renderOperation } from './operation-html.ts'
import { samplesNote } from './samples-note.ts'

/** Returns the pages of the API: one for each tag of the OpenAPI document, with all its operations. */
export function apiPages(document: ApiDocument): SitePage[] {
  return document.tags.map((tag) => apiPage(tag, document))
}

function apiPage(tag: OperationTag, { operations, schemas }: ApiDocument): SitePage {
  const tagged = operations.filter(({ tags }) => tags.includes(tag.name))
  const objects = objectsOf(tagged, schemas)
  const context: Context = { schemas, sections: new Set(objects), open: [] }
  const title = tag.name.replace(/^Operator: /, '')
  return {
    path: pathOfTag(tag.name),
    title,
    description: tag.description,
    html: [
      `<header class="intro"><h1>${escapeHtml(title)}</h1>\n<p>${renderInline(tag.description)}</p>`,
      renderIndex(tagged),
      `<div class="note">${renderMarkdown(samplesNote(tagged, 'html'), (target) => target).html}</div>`,
      '</header>',
      ...tagged.map((operation) => renderOperation(operation, context)),
      ...objects.map((name) => renderObject(name, context))
    ].join('\n'),
    markdown: [
      `# ${title}`,
      tag.description,
      samplesNote(tagged, 'markdown'),
      ...tagged.map((operation) => operationMarkdown(operation, context)),
      ...objects.map((name) => objectMarkdown(name, context))
    ].join('\n\n'),
    headings: [
      ...tagged.map((operation) => ({ level: 2, id: anchorOf(operation), text: operation.summary })),
      ...objects.map((name) => ({ level: 2, id: objectAnchor(name), text: `The ${inWords(name)} object` }))
    ],
    sections: [
      { id: undefined, title, text: tag.description },
      ...tagged.map((operation) => operationSection(operation, context)),
      ...objects.map((name) => objectSection(name, context))
    ],
    layout: 'api'
  }
}

function renderIndex(operations: readonly Operation[]): string {
  const rows = operations.map(
    (operation) =>
      `<li><a href="#${anchorOf(operation)}"><span class="method ${operation.method.toLowerCase()}">` +
      `${operation.method}</span> <code>${escapeHtml(operation.path.replace('/api/v1', ''))}</code> ` +
      `<small>${escapeHtml(operation.summary)}</small></a></li>`
  )
  return `<ul class="endpoints" aria-label="Endpoints">${rows.join('\n')}</ul>`
}

const refTo = (name: string) => ({ $ref: `#/components/schemas/${name}` })

function renderObject(name: string, context: Context): string {
  const { description = '' } = resolved(refTo(name), context.schemas)
  const id = objectAnchor(name)
  const example = JSON.stringify(exampleOf(refTo(name), context.schemas), null, 2)
  return `<section class="object" aria-labelledby="${id}">
<div class="text">
${heading(2, id, `The ${inWords(name)} object`)}
<p>${renderInline(description.replace(/[^.]$/, '$&.'))}</p>
${renderFields(fieldsOf(refTo(name), context), 'response')}
</div>
<div class="samples">${renderSample({ language: 'json', code: example }, 'Example')}</div>
</section>`
}

function operationSection(operation: Operation, context: Context): Section {
  const { summary, method, path, description, parameters = [], requestBody } = operation
  const bodies = Object.values(requestBody?.content ?? {}).flatMap(({ schema = {} }) =>
    fieldsOf(schema, context)
  )
  const fields = [...parameters, ...bodies].map(({ name, description: text = '' }) => `${name} ${text}`)
  return {
    id: anchorOf(operation),
    title: summary,
    text: `${method} ${path} ${plainText(description)} ${plainText(fields.join(' · '))}`
  }
}

function objectSection(name: string, context: Context): Section {
  const fields = fieldsOf(refTo(name), context).map((field) => `${field.name} ${field.description}`)
  return { id: objectAnchor(name), title: `The ${inWords(name)} object`, text: plainText(fields.join(' · ')) }
}
