import { Avatar, Menu, Text, UnstyledButton, useMantineColorScheme, VisuallyHidden } from '@mantine/core'
import {
  IconArrowsExchange,
  IconCheck,
  IconDeviceDesktop,
  IconLogout,
  IconMoon,
  IconSelector,
  IconSun,
  IconUserCircle
} from '@tabler/icons-react'
import { Link } from 'wouter'
import { useSignedIn } from '../session/session-context.tsx'
import { homes, sides } from '../session/side.ts'
import { signedInSides } from '../session/tabs.ts'
import { t } from '../texts/texts.ts'
import classes from './shell.module.css'
import { signOut } from './sign-out.tsx'

export const themes = [
  { value: 'light', label: t.menu.light, icon: IconSun },
  { value: 'dark', label: t.menu.dark, icon: IconMoon },
  { value: 'auto', label: t.menu.system, icon: IconDeviceDesktop }
] as const

/** The person who is signed in, with a menu for the theme, the account and signing out. */
export function UserMenu() {
  const { side, me } = useSignedIn()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const name = me.user?.name ?? ''
  const role = me.role ? t.roles[me.role] : ''
  const others = sides.filter((other) => other !== side && signedInSides.has(other))
  return (
    <Menu position="top-start" width={220} trapFocus>
      <Menu.Target>
        <UnstyledButton className={classes.person}>
          <Avatar name={name} color="brand" size={30} aria-hidden />
          <div style={{ minWidth: 0, flex: 1 }}>
            <Text truncate fw={600}>
              {name}
            </Text>
            <Text truncate c="dimmed" fz="xs">
              {role}
              <VisuallyHidden>, {t.menu.label}</VisuallyHidden>
            </Text>
          </div>
          <IconSelector size={16} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component={Link} href="/account" leftSection={<IconUserCircle size={16} />}>
          {t.navigation.account}
        </Menu.Item>
        {others.map((other) => (
          <Menu.Item
            key={other}
            component={Link}
            href={`~${homes[other]}`}
            leftSection={<IconArrowsExchange size={16} />}
          >
            {t.menu.otherSide(t.side[other])}
          </Menu.Item>
        ))}
        <Menu.Label>{t.menu.theme}</Menu.Label>
        {themes.map(({ value, label, icon: Icon }) => (
          <Menu.Item
            key={value}
            onClick={() => setColorScheme(value)}
            leftSection={<Icon size={16} />}
            rightSection={colorScheme === value && <IconCheck size={16} aria-hidden />}
            role="menuitemradio"
            aria-checked={colorScheme === value}
          >
            {label}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item onClick={() => void signOut(side)} leftSection={<IconLogout size={16} />}>
          {t.menu.signOut}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
