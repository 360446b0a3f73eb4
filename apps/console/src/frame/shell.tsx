import { ActionIcon, AppShell, Burger, Group, Kbd, NavLink, Text, UnstyledButton } from '@mantine/core'
import { useDisclosure, useHotkeys } from '@mantine/hooks'
import { IconBook2, IconExternalLink, IconSearch } from '@tabler/icons-react'
import { lazy, type ReactNode, Suspense, useEffect } from 'react'
import { useLocation } from 'wouter'
import { useSignedIn } from '../session/session-context.tsx'
import { t } from '../texts/texts.ts'
import { Logo } from '../ui/logo.tsx'
import { modKey } from '../ui/mod-key.ts'
import { ConnectionBanner } from './connection-banner.tsx'
import { KeyHelp } from './key-help.tsx'
import { Navigation } from './navigation.tsx'
import { screenAt, screensFor } from './screens.ts'
import classes from './shell.module.css'
import { UserMenu } from './user-menu.tsx'

const loadCommands = () => import('./commands.tsx')
const Commands = lazy(async () => ({ default: (await loadCommands()).Commands }))

/** Opens the search and the list of commands, which are loaded after the screen. */
function openCommands(): void {
  void loadCommands().then((commands) => commands.openCommands())
}

/** The frame of all screens of a side: navigation, search, and the menu of the person. */
export function Shell({ children }: { children: ReactNode }) {
  const [isOpen, menu] = useDisclosure()
  const [isHelpOpen, help] = useDisclosure()
  const [path] = useLocation()
  const { isWide = false } = screenAt(path, screensFor(useSignedIn())) ?? {}
  useHotkeys([['mod+K', openCommands]], [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the menu closes when another screen is opened
  useEffect(menu.close, [path])
  return (
    <AppShell
      navbar={{ width: isWide ? 57 : 224, breakpoint: 'md', collapsed: { mobile: !isOpen } }}
      header={{ height: { base: 52, md: 0 } }}
      padding={0}
      transitionDuration={0}
    >
      <a className={classes.skip} href="#content">
        {t.navigation.skip}
      </a>
      <AppShell.Header hiddenFrom="md" px="md">
        <Group h="100%" gap="sm" wrap="nowrap">
          <Burger
            opened={isOpen}
            onClick={menu.toggle}
            size="sm"
            aria-label={isOpen ? t.navigation.close : t.navigation.open}
          />
          <Brand />
          <ActionIcon ml="auto" size="lg" onClick={openCommands} aria-label={t.commands.open}>
            <IconSearch size={20} />
          </ActionIcon>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar className={classes.navbar} data-narrow={isWide || undefined}>
        <Group visibleFrom="md" px="xs" pt={4} pb="md" wrap="nowrap">
          <Brand />
        </Group>
        <UnstyledButton visibleFrom="md" className={classes.search} onClick={openCommands}>
          <IconSearch size={16} aria-hidden />
          <span>{t.actions.search}</span>
          <Kbd size="xs" ml="auto">
            {`${modKey} K`}
          </Kbd>
        </UnstyledButton>
        <Navigation />
        <div className={classes.foot}>
          <NavLink
            component="a"
            href="/docs/"
            target="_blank"
            label={t.navigation.documentation}
            leftSection={<IconBook2 size={18} stroke={1.7} />}
            rightSection={<IconExternalLink size={14} />}
          />
          <UserMenu />
        </div>
      </AppShell.Navbar>
      <AppShell.Main id="content" tabIndex={-1} className={classes.main}>
        <ConnectionBanner />
        {children}
      </AppShell.Main>
      <Suspense>
        <Commands onHelp={help.open} />
      </Suspense>
      <KeyHelp isOpen={isHelpOpen} onOpen={help.open} onClose={help.close} />
    </AppShell>
  )
}

function Brand() {
  const { side, me } = useSignedIn()
  return (
    <Group gap="xs" wrap="nowrap" miw={0}>
      <Logo size={28} />
      <div className={classes.brand}>
        <Text fw={600} fz="lg" lh={1.2}>
          {t.product}
        </Text>
        <Text c="dimmed" fz="xs" lh={1.3} truncate>
          {me.vendor?.name ?? t.side[side]}
        </Text>
      </div>
    </Group>
  )
}
