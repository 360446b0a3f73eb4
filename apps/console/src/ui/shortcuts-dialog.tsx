import { Kbd, Modal, Table, Text } from '@mantine/core'
import classes from './shortcuts-dialog.module.css'

/** The names of the keys, and what they do. */
export type Shortcut = readonly [keys: readonly string[], text: string]

/** Shortcuts that belong together. */
export type ShortcutGroup = { title?: string; shortcuts: readonly Shortcut[] }

type Props = { title: string; groups: readonly ShortcutGroup[]; onClose: () => void }

/** A list of keys. */
export function ShortcutsDialog({ title, groups, onClose }: Props) {
  return (
    <Modal opened onClose={onClose} title={title} size="md">
      {groups.map((group) => (
        <section key={group.title ?? ''} aria-label={group.title}>
          {group.title && (
            <Text className={classes.title} fw={600} fz="sm">
              {group.title}
            </Text>
          )}
          <Table verticalSpacing={6} aria-label={group.title ?? title}>
            <Table.Tbody>
              {group.shortcuts.map(([names, text]) => (
                <Table.Tr key={text}>
                  <Table.Td className={classes.keys}>
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
        </section>
      ))}
    </Modal>
  )
}
