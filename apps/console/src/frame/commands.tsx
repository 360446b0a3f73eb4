import '@mantine/spotlight/styles.css'
import { useMantineColorScheme } from '@mantine/core'
import {
  createSpotlight,
  Spotlight,
  type SpotlightActionData,
  type SpotlightActionGroupData
} from '@mantine/spotlight'
import { IconBuildingStore, IconKeyboard, IconLogout, IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { useSignedIn } from '../session/session-context.tsx'
import { t } from '../texts/texts.ts'
import { useVendorSearch } from '../ui/use-vendors.ts'
import { useScreenKeys } from './key-help.tsx'
import { screensFor } from './screens.ts'
import { signOut } from './sign-out.tsx'
import { useFoundActions } from './use-found-actions.tsx'
import { themes } from './user-menu.tsx'

const [store, { open }] = createSpotlight()

/** Opens the search and the list of commands. */
export const openCommands = open

/** Search and commands: screens, products and orders or vendors, themes, signing out. */
export function Commands({ onHelp }: { onHelp: () => void }) {
  const { side } = useSignedIn()
  const [query, setQuery] = useState('')
  const vendors = useVendorActions(query)
  const found = useFoundActions(query)
  const isSearching = vendors.isSearching || found.isSearching
  const groups: SpotlightActionGroupData[] = [
    { group: t.commands.screens, actions: useScreenActions() },
    { group: t.commands.products, actions: found.products },
    { group: t.commands.orders, actions: found.orders },
    { group: t.commands.vendors, actions: vendors.actions },
    { group: t.commands.commands, actions: useCommandActions(onHelp) }
  ]
  return (
    <Spotlight
      store={store}
      query={query}
      onQueryChange={setQuery}
      actions={groups}
      shortcut={null}
      limit={20}
      highlightQuery
      attributes={{ content: { 'aria-label': t.commands.open } }}
      nothingFound={isSearching ? t.commands.searching : t.commands.nothing}
      searchProps={{
        leftSection: <IconSearch size={18} />,
        placeholder: t.commands.placeholder[side],
        'aria-label': t.commands.open
      }}
    />
  )
}

function useScreenActions(): SpotlightActionData[] {
  const [, navigate] = useLocation()
  return screensFor(useSignedIn())
    .filter(({ isNested }) => !isNested)
    .map(({ path, label, icon: Icon }) => ({
      id: path,
      label,
      leftSection: <Icon size={18} stroke={1.7} />,
      onClick: () => navigate(path)
    }))
}

const maxVendors = 6

/** Finds vendors by name, for operators. */
function useVendorActions(query: string): { actions: SpotlightActionData[]; isSearching: boolean } {
  const { side } = useSignedIn()
  const [, navigate] = useLocation()
  const { found, isSearching } = useVendorSearch(query, { minLength: 2, enabled: side === 'platform' })
  const actions = found.slice(0, maxVendors).map(({ id, name }) => ({
    id,
    label: name,
    leftSection: <IconBuildingStore size={18} stroke={1.7} />,
    onClick: () => navigate(`/vendors/${id}`)
  }))
  return { actions, isSearching }
}

function useCommandActions(onHelp: () => void): SpotlightActionData[] {
  const { side } = useSignedIn()
  const keys = useScreenKeys()
  const { setColorScheme } = useMantineColorScheme()
  const themeActions = themes.map(({ value, label, icon: Icon }) => ({
    id: `theme-${value}`,
    label: t.commands.theme(label),
    leftSection: <Icon size={18} stroke={1.7} />,
    onClick: () => setColorScheme(value)
  }))
  const leave = {
    id: 'sign-out',
    label: t.menu.signOut,
    leftSection: <IconLogout size={18} stroke={1.7} />,
    onClick: () => void signOut(side)
  }
  const help = {
    id: 'shortcuts',
    label: t.shortcuts.open,
    leftSection: <IconKeyboard size={18} stroke={1.7} />,
    onClick: onHelp
  }
  return [...(keys ? [help] : []), ...themeActions, leave]
}
