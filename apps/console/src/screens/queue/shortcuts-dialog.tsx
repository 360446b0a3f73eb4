import { queueTexts } from '../../texts/queue.ts'
import { modKey } from '../../ui/mod-key.ts'
import { ShortcutsDialog as Dialog, type Shortcut } from '../../ui/shortcuts-dialog.tsx'

const { keys } = queueTexts
const shortcuts: readonly Shortcut[] = [
  [['J'], keys.next],
  [['K'], keys.previous],
  [['A'], keys.approve],
  [['R'], keys.reject],
  [['T'], keys.own],
  [['Esc'], keys.leave],
  [['1', '2', '3', '4'], keys.field],
  [['E'], keys.correct],
  [['Z'], keys.zoom],
  [[`${modKey} ↵`], keys.send],
  [['X'], keys.select],
  [['C'], keys.claim],
  [['M'], keys.many],
  [[`${modKey} K`], keys.commands],
  [['?'], keys.help]
]

/** The list of keys of the review. */
export function ShortcutsDialog({ onClose }: { onClose(): void }) {
  return <Dialog title={queueTexts.shortcuts} groups={[{ shortcuts }]} onClose={onClose} />
}
