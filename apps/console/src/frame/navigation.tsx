import { Badge, NavLink, Text, VisuallyHidden } from '@mantine/core'
import { Link, useLocation } from 'wouter'
import { useSignedIn } from '../session/session-context.tsx'
import { t } from '../texts/texts.ts'
import { formatCompact } from '../ui/format.ts'
import { type Screen, screensFor } from './screens.ts'
import classes from './shell.module.css'
import { type Figure, useFigures } from './use-figures.ts'

const urgent: ReadonlySet<Figure> = new Set(['rejectedProducts', 'lateOrders'])

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

function ScreenLink({ screen: { path, label, icon: Icon, count } }: { screen: Screen }) {
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
      rightSection={count && <Waiting figure={count} isActive={isActive} />}
      className={classes.link}
    />
  )
}

/** The number of things on a screen that wait. Nothing is shown while there are none. */
function Waiting({ figure, isActive }: { figure: Figure; isActive: boolean }) {
  const count = useFigures()[figure]
  if (!count) return null
  return (
    <Badge
      color={urgent.has(figure) ? 'red' : 'brand'}
      // The link of the screen that is open has the light colour itself.
      variant={isActive ? 'filled' : 'light'}
      miw="max-content"
    >
      {formatCompact(count)}
      <VisuallyHidden> {t.navigation.waiting[figure]}</VisuallyHidden>
    </Badge>
  )
}
