import { Kbd, Modal, Table } from '@mantine/core'
import { t } from '../../texts/texts.ts'
import { modKey } from '../../ui/mod-key.ts'

const { keys } = t.queue
const shortcuts: [keys: string[], text: string][] = [
  [['J'], keys.next],
  [['K'], keys.previous],
  [['A'], keys.approve],
  [['R'], keys.reject],
  [['T'], keys.own],
  [['Esc'], keys.leave],
  [['1', '2', '3', '4'], keys.field],
  [[`${modKey} ↵`], keys.send],
  [['X'], keys.select],
  [['C'], keys.claim],
  [['M'], keys.many],
  [[`${modKey} K`], keys.commands],
  [['?'], keys.help]
]

/** The list of keys of the review. */
export function ShortcutsDialog({ onClose }: { onClose(): void }) {
  return (
    <Modal opened onClose={onClose} title={t.queue.shortcuts} size="md">
      <Table verticalSpacing={6}>
        <Table.Tbody>
          {shortcuts.map(([names, text]) => (
            <Table.Tr key={text}>
              <Table.Td style={{ whiteSpace: 'nowrap' }}>
                {names.map((name) => (
                  <Kbd key={name} mr={4}>
                    {name}
                  </Kbd>
                ))}
              </Table.Td>
              <Table.Td>{text}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Modal>
  )
}
