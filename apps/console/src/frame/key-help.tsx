import { useFocusReturn } from '@mantine/hooks'
import { useLocation } from 'wouter'
import { useSignedIn } from '../session/session-context.tsx'
import { t } from '../texts/texts.ts'
import { modKey } from '../ui/mod-key.ts'
import { type ShortcutGroup, ShortcutsDialog } from '../ui/shortcuts-dialog.tsx'
import { useKeys } from '../ui/use-keys.ts'
import { screenAt, screensFor } from './screens.ts'

const texts = t.shortcuts

const everywhere: ShortcutGroup = {
  title: texts.everywhere,
  shortcuts: [
    [[`${modKey} K`], texts.commands],
    [['?'], texts.help]
  ]
}

const grid: ShortcutGroup = {
  title: texts.grid,
  shortcuts: [
    [['←', '↑', '→', '↓'], texts.move],
    [['Shift ↓'], texts.extend],
    [['Home', 'End'], texts.ends],
    [['Page ↑', 'Page ↓'], texts.pages],
    [[`${modKey} Home`, `${modKey} End`], texts.corners],
    [['↵', 'F2'], texts.edit],
    [['Tab'], texts.tab],
    [['Esc'], texts.leave],
    [[`${modKey} C`], texts.copy],
    [[`${modKey} V`], texts.paste],
    [[`${modKey} Z`], texts.undo],
    [['Space'], texts.select],
    [[`${modKey} A`], texts.selectAll]
  ]
}

const catalog: ShortcutGroup = { ...grid, shortcuts: [...grid.shortcuts, [['Del'], texts.takeBack]] }

/** Returns the keys of the screen that is open; undefined if the screen has a list of its own. */
export function useScreenKeys(): readonly ShortcutGroup[] | undefined {
  const [path] = useLocation()
  const screen = screenAt(path, screensFor(useSignedIn()))
  if (screen?.keys === 'own') return undefined
  if (screen?.keys === 'catalog') return [catalog, everywhere]
  return screen?.keys === 'grid' ? [grid, everywhere] : [everywhere]
}

type Props = { isOpen: boolean; onOpen: () => void; onClose: () => void }

/** Lists the keys of the screen, which the key `?` opens. */
export function KeyHelp({ isOpen, onOpen, onClose }: Props) {
  const groups = useScreenKeys()
  useFocusReturn({ opened: isOpen })
  // A key that is used here would not reach the screen.
  useKeys(groups ? { '?': onOpen, 'shift+?': onOpen } : {})
  if (!isOpen || !groups) return null
  return <ShortcutsDialog title={texts.title} groups={groups} onClose={onClose} />
}
