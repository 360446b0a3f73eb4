import type { Block, Frame, MailDocument, Row } from './mail-document.ts'
import { texts } from './texts/texts.ts'

/** Returns a mail as plain text. */
export function renderText(document: MailDocument, frame: Frame): string {
  const { origin, settingsPath, unsubscribePath } = frame
  const urlOf = (path: string) => `${origin}${path}`
  const { action } = document
  const parts = [
    document.title,
    ...document.blocks.map((block) => blockText(block)),
    ...(action && origin ? [`${action.label}:\n${urlOf(action.path)}`] : []),
    [
      '-- ',
      frame.marketplace,
      document.reason,
      ...(origin && settingsPath ? [`${texts.footer.settings}: ${urlOf(settingsPath)}`] : []),
      ...(origin && unsubscribePath ? [`${texts.footer.unsubscribe}: ${urlOf(unsubscribePath)}`] : [])
    ].join('\n')
  ]
  return `${parts.join('\n\n')}\n`
}

function blockText(block: Block): string {
  switch (block.kind) {
    case 'facts':
      return block.rows.map(({ label, value }) => `${label}: ${value}`).join('\n')
    case 'list':
      return block.rows.map(rowText).join('\n\n')
    default:
      return block.text
  }
}

function rowText({ title, badge, value, details }: Row): string {
  const head = [title, badge?.text, value].filter((part) => part !== undefined).join(' – ')
  return [`* ${head}`, ...details.map((line) => `  ${line}`)].join('\n')
}
