import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { test } from 'node:test'

const root = resolve(import.meta.dirname, '..')

function sources(pattern: string): { file: string; text: string }[] {
  const files = globSync(pattern, { cwd: root }).filter((file) => !file.endsWith('.test.ts'))
  return files.map((file) => ({ file, text: readFileSync(resolve(root, file), 'utf8') }))
}

test('the service imports the demo in one file, and dynamically', () => {
  const importing = sources('apps/*/src/**/*.ts').filter(({ text }) => /from '[^']*\/demo\//.test(text))
  assert.deepEqual(importing, [])
  const loading = sources('apps/*/src/**/*.ts').filter(({ text }) => /import\('[^']*\/demo\//.test(text))
  assert.deepEqual(
    loading.map(({ file }) => file),
    ['apps/api/src/service.ts']
  )
})

test('SQL is only in files whose names end in queries.ts', () => {
  for (const { file, text } of sources('demo/*.ts').filter(({ file }) => !file.endsWith('queries.ts'))) {
    assert.doesNotMatch(text, /(sql|tx)(<[^`]*>)?`\s*(select|insert|update|delete|with)\b/i, file)
  }
})
