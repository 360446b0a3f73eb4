import { type ErrorCode, errorTable } from '../errors.ts'
import { type ErrorHelp, errorHelp } from './error-help.ts'

const intro = `# Errors

Every error response is a problem with a stable \`code\`. Branch on the code, not on the texts. If a request is
not valid, \`errors\` lists the fields, each with [a code of its own](#codes-of-fields-and-items). The guide
[Errors](guides/errors.md) shows how to handle them.`

const fieldIntro = `## Codes of fields and items

These are the codes of single fields and items: in the \`errors\` of a problem, in the results of bulk
operations, and in the items of import jobs.`

const statusNames: Record<number, string> = {
  400: 'Bad request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not found',
  405: 'Method not allowed',
  408: 'Request timeout',
  409: 'Conflict',
  410: 'Gone',
  412: 'Precondition failed',
  413: 'Payload too large',
  415: 'Unsupported media type',
  416: 'Range not satisfiable',
  422: 'Unprocessable content',
  429: 'Too many requests',
  431: 'Headers too large',
  500: 'Internal server error',
  503: 'Service unavailable'
}

/** Returns the page of all error codes as Markdown, with `faults` as the codes of fields and items. */
export function errorsText(faults: Record<string, ErrorHelp>): string {
  const codes = Object.keys(errorTable) as ErrorCode[]
  const groups = Map.groupBy(codes, (code) => errorTable[code][0])
  const statuses = [...groups].sort(([a], [b]) => a - b)
  const problems = statuses.map(([status, group]) =>
    [`## ${status} ${statusNames[status] ?? ''}`.trim(), ...group.map(problemText)].join('\n\n')
  )
  const fields = Object.entries(faults).map(([code, help]) => entryText(code, help))
  return `${[intro, ...problems, fieldIntro, ...fields].join('\n\n')}\n`
}

function problemText(code: ErrorCode): string {
  const [, title] = errorTable[code]
  return entryText(code, errorHelp[code], `**${title}.** `)
}

function entryText(code: string, { cause, cure }: ErrorHelp, title = ''): string {
  return `### \`${code}\`\n\n${title}${cause}\n\n**What to do:** ${cure}`
}
