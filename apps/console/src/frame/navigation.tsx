import { NavLink, Text } from '@mantine/core'
import { Link, useLocation } from 'wouter'
import { useSignedIn } from '../session/session-context.tsx'
import { t } from '../texts/texts.ts'
import { type Screen, screensFor } from './screens.ts'
import classes from './shell.module.css'

/** The links to the screens of a side. Screens with a group are listed below its heading. */
export function Navigation() {
  const screens = screensFor(useSignedIn()).filter(({ isPersonal, isNested }) => !isPersonal && !isNested)
  if (screens.length === 0) return null
  const groups = Map.groupBy(screens, ({ group }) => group)
  return (
    <nav aria-label={t.navigation.label}>
      {[...groups].map(([group, members]) => (
        <div key={group ?? ''} {...(group && { role: 'group', 'aria-label': group })}>
          {group && (
            <Text className={classes.group} aria-hidden>
              {group}
            </Text>
          )}
          {members.map((screen) => (
            <ScreenLink key={screen.path} screen={screen} />
          ))}
        </div>
      ))}
    </nav>
  )
}

function ScreenLink({ screen: { path, label, icon: Icon } }: { screen: Screen }) {
  const [current] = useLocation()
  const isActive = current === path || current.startsWith(`${path}/`)
  return (
    <NavLink
      component={Link}
      href={path}
      label={label}
      active={isActive}
      aria-current={isActive ? 'page' : undefined}
      leftSection={<Icon size={18} stroke={1.7} />}
      className={classes.link}
    />
  )
}
