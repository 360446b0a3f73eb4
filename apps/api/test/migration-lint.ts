import type { Migration } from '../src/db/migrate/migration-files.ts'

/** A statement of a migration that locks an existing table for as long as the table is large. */
export type Finding = {
  /** The beginning of the statement, or of the part of an ALTER TABLE. */
  statement: string
  /** What takes long, and what to write instead. */
  advice: string
}

/**
 * Returns the statements of a migration that would make requests wait while PostgreSQL reads or writes all rows of a
 * table that may be large. Tables that the file itself creates are empty. The rules match text: they don't see
 * statements that functions build, and they assume names without quotes. A file that has a reason for such a statement
 * gives it in a line `-- locks: …` of its header.
 */
export function lintMigration({
  text,
  concurrentIndex
}: Pick<Migration, 'text' | 'concurrentIndex'>): Finding[] {
  if (concurrentIndex || /^-- locks: \S/m.test(text)) return []
  const statements = statementsOf(text)
  const created = new Set(statements.flatMap((statement) => tableCreatedBy(statement) ?? []))
  return [
    ...statements.flatMap((statement) => lintStatement(statement, created)),
    ...lintValidation(statements, created)
  ]
}

const quoted = /\$(\w*)\$[\s\S]*?\$\1\$|'(?:[^']|'')*'|--[^\n]*/g

/** Returns the statements without comments, texts and bodies of functions. The statements of DO blocks are included. */
function statementsOf(text: string): string[] {
  return text
    .replace(quoted, (part, tag: string | undefined, offset: number) => {
      if (part.startsWith('--')) return ''
      const isBlock = tag !== undefined && /\bdo\s+$/i.test(text.slice(0, offset))
      return isBlock ? `; ${part.slice(tag.length + 2, -tag.length - 2).replace(/\bbegin\b/gi, ';')};` : "''"
    })
    .replace(/\bbegin atomic\b[\s\S]*?\n\s*end;/gi, ';')
    .split(';')
    .map((statement) => statement.replace(/\s+/g, ' ').trim())
    .filter((statement) => statement !== '')
}

function tableCreatedBy(statement: string): string | undefined {
  const made = /^create (?:(?:unlogged|temporary|temp) )?table (?:if not exists )?(\w+)/i
  return made.exec(statement)?.[1]
}

const indexAdvice =
  'move it to a file of its own with the line "-- not in a transaction", as create index concurrently'

function lintStatement(statement: string, created: Set<string>): Finding[] {
  const find = (advice: string) => [{ statement: statement.slice(0, 80), advice }]
  const index = /^create (?:unique )?index (concurrently )?.*?\bon (only )?(\w+)/i.exec(statement)
  if (index)
    return index[2] || created.has(index[3] ?? '') ? [] : find(`Writes wait for the build: ${indexAdvice}`)
  const written =
    /^(?:update (?:only )?|delete from (?:only )?|truncate (?:table )?|refresh materialized view )(\w+)/i.exec(
      statement
    )?.[1]
  if (written)
    return created.has(written)
      ? []
      : find('It locks all rows that it changes: change them in batches in the service')
  if (/^(?:vacuum|cluster|reindex|begin|commit|rollback|start transaction)\b/i.test(statement))
    return find('A file runs in one transaction: leave the statement out')
  const [, table = '', parts = ''] =
    /^alter table (?:if exists )?(?:only )?(\w+) (.*)$/i.exec(statement) ?? []
  const attached = /^attach partition (\w+)/i.exec(parts)?.[1]
  if (attached ? created.has(attached) : created.has(table)) return []
  return splitParts(parts).flatMap((part) => lintPart(part))
}

/** Splits the parts of an ALTER TABLE at the commas outside parentheses. */
function splitParts(parts: string): string[] {
  const found: string[] = []
  let depth = 0
  let part = ''
  for (const character of parts) {
    if (character === '(') depth++
    if (character === ')') depth--
    if (character === ',' && depth === 0) {
      found.push(part.trim())
      part = ''
    } else part += character
  }
  return [...found, part.trim()].filter((one) => one !== '')
}

const notValid = 'add the constraint with "not valid" and validate it in the next file'
const fillLater = 'add the column without it, and fill it in batches in the service'

/** Rules for the parts of an ALTER TABLE, in order: the first one that matches applies. */
const partRules: { pattern: RegExp; advice: string }[] = [
  {
    pattern: /^add (?:constraint \w+ )?(?:unique|primary key|exclude)\b(?!.*\busing index\b)/i,
    advice: `It builds an index: build it in an earlier file, and add the constraint "using index"`
  },
  {
    pattern: /^add (?:constraint \w+ )?(?:check|foreign key|not null)\b(?!.*\bnot valid\b)/i,
    advice: `It reads all rows: ${notValid}`
  },
  {
    pattern: /^alter (?:column )?\w+ (?:set data )?type\b/i,
    advice: 'It rewrites the table: add a column of the other type instead'
  },
  {
    pattern: /^alter (?:column )?\w+ set not null\b/i,
    advice:
      'It reads all rows: add a constraint "not null column not valid", and validate it in the next file'
  },
  {
    pattern: /^alter (?:column )?\w+ (?:set expression|add generated)\b/i,
    advice: `It rewrites the table: ${fillLater}`
  },
  {
    pattern: /^set (?:logged|unlogged|tablespace|access method|without cluster)\b/i,
    advice: 'It rewrites the table'
  },
  {
    pattern: /^attach partition\b/i,
    advice:
      'It reads all rows unless a constraint proves the bounds: give the constraint as the reason "-- locks: …"'
  },
  {
    pattern: /^add (?:column )?(?!constraint\b).*\b(?:unique|primary key)\b/i,
    advice: `It builds an index: add the column, and ${indexAdvice}`
  },
  {
    pattern: /^add (?:column )?(?!constraint\b).*\b(?:check|references)\b/i,
    advice: `It reads all rows: add the column, and ${notValid}`
  },
  {
    pattern: /^add (?:column )?(?!constraint\b).*(?:\bstored\b|\bas identity\b|\b(?:small|big)?serial\b)/i,
    advice: `It rewrites the table: ${fillLater}`
  },
  {
    // The default of existing rows is stored once if it is the same for all: a constant, or the time of the transaction.
    pattern: /^add (?:column )?(?!constraint\b).*\bdefault (?!now\(\)).*?\w\(/i,
    advice: `A default that calls a function rewrites the table: ${fillLater}`
  }
]

function lintPart(part: string): Finding[] {
  const rule = partRules.find(({ pattern }) => pattern.test(part))
  return rule ? [{ statement: part.slice(0, 80), advice: rule.advice }] : []
}

/** A validation keeps the locks that other statements of its file have taken. */
function lintValidation(statements: string[], created: Set<string>): Finding[] {
  const validations = statements.filter((one) => /^alter table .*\bvalidate constraint\b/i.test(one))
  const changes = statements.filter((one) => /^(?:alter|create|drop|insert|lock)\b/i.test(one))
  return validations
    .filter((one) => changes.length > 1 && !created.has(/^alter table (?:only )?(\w+)/i.exec(one)?.[1] ?? ''))
    .map((one) => ({
      statement: one.slice(0, 80),
      advice:
        'It reads all rows while the file holds the locks of its other statements: move it to a file of its own'
    }))
}
