import { createRequire } from 'node:module'
import { escapeHtml } from './escape.ts'

/** The part of highlight.js that this file uses. */
type Highlighter = {
  registerLanguage(name: string, language: unknown): void
  getLanguage(name: string): unknown
  highlight(code: string, options: { language: string }): { value: string }
}

// The types of highlight.js would add the types of browsers to the whole program, so they aren't imported.
const load = createRequire(import.meta.url)
const hljs = load('highlight.js/lib/core') as Highlighter
const languages = { sh: 'bash', ts: 'typescript', py: 'python', json: 'json', http: 'http' }
for (const [name, file] of Object.entries(languages))
  hljs.registerLanguage(name, load(`highlight.js/lib/languages/${file}`))

const labels: Record<string, string> = {
  sh: 'Shell',
  ts: 'TypeScript',
  py: 'Python',
  json: 'JSON',
  http: 'HTTP',
  csv: 'CSV',
  ndjson: 'NDJSON'
}
const aliases: Record<string, string> = {
  bash: 'sh',
  shell: 'sh',
  typescript: 'ts',
  python: 'py',
  ndjson: 'json'
}

/** A sample of code. `language` is the info string of the block of Markdown; it can be empty. */
export type Sample = { language: string; code: string }

function highlight({ language, code }: Sample): string {
  const name = aliases[language] ?? language
  if (!hljs.getLanguage(name)) return escapeHtml(code)
  return hljs
    .highlight(code, { language: name })
    .value.replaceAll(/<span class="hljs-punctuation">([^<]*)<\/span>/g, '$1')
    .replaceAll(/<span class="hljs-literal"><span class="hljs-keyword">(\w+)<\/span><\/span>/g, literal)
    .replaceAll('class="hljs-', 'class="')
}

/** Highlighted JSON is several times as long as its text, so spans without effect are left out. */
const literal = '<span class="literal">$1</span>'

/** A block that can scroll must be reachable with the keyboard, so it has a tab index. */
function block(sample: Sample): string {
  const code = { ...sample, code: sample.code.replace(/\n+$/, '') }
  return `<pre tabindex="0"><code>${highlight(code)}</code></pre>`
}

/** Returns a sample of code with its title. By default, the title is the name of the language. */
export function renderSample(sample: Sample, title = labels[sample.language] ?? ''): string {
  const caption = title === '' ? '' : `<figcaption>${escapeHtml(title)}</figcaption>`
  return `<figure class="code">${caption}${block(sample)}</figure>\n`
}

/**
 * Returns samples of the same call in different languages as tabs. They work without JavaScript: each tab is
 * a radio button. `name` must be unique on the page.
 */
export function renderTabs(name: string, samples: readonly Sample[]): string {
  const tabs = samples.map(({ language }, index) => {
    const id = `${name}-${language}`
    const checked = index === 0 ? ' checked' : ''
    const label = escapeHtml(labels[language] ?? language)
    return (
      `<input type="radio" name="${name}" id="${id}" value="${escapeHtml(language)}"${checked}>` +
      `<label for="${id}">${label}</label>`
    )
  })
  const panels = samples.map((sample) => `<div class="panel">${block(sample)}</div>`)
  return `<figure class="code tabs" role="group" aria-label="Code sample">${tabs.join('')}${panels.join('')}</figure>\n`
}
