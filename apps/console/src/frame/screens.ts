import {
  IconBinaryTree2,
  IconBuildingStore,
  IconChartBar,
  IconClipboardList,
  IconFileImport,
  IconFileInvoice,
  IconFilter,
  IconGavel,
  IconHistory,
  IconHome,
  IconInbox,
  IconKey,
  IconListDetails,
  IconMessage2,
  IconPackage,
  IconReceipt,
  IconStack2,
  IconSun,
  IconTags,
  IconTruck,
  IconTruckDelivery,
  IconUserCircle,
  IconUsers,
  IconWebhook
} from '@tabler/icons-react'
import type { ComponentType } from 'react'
import type { SignedIn } from '../session/session-context.tsx'
import { homes, type Side } from '../session/side.ts'
import { t } from '../texts/texts.ts'
import type { Figure } from './use-figures.ts'

/** A screen of the console. It is loaded when it is opened. */
export type Screen = {
  /** The address below `/operator` or `/vendor`. Addresses below it belong to the screen too. */
  path: string
  label: string
  icon: ComponentType<{ size?: number; stroke?: number }>
  /** The heading in the navigation above this screen and the next ones with the same heading. */
  group?: string
  /** The number beside the link, of what waits there. */
  count?: Figure
  /** The keys of the screen, which `?` lists. A screen can have a list of its own. */
  keys?: 'grid' | 'catalog' | 'own'
  /** True if the screen needs the width of the window: the navigation shows only icons until it is pointed at. */
  isWide?: boolean
  /** True if the screen isn't in the navigation, but in the menu of the person. */
  isPersonal?: boolean
  /**
   * True if the screen is opened from another one, and isn't in the navigation. Its path may have parameters. It is
   * listed before the screen whose path its own begins with.
   */
  isNested?: boolean
  mayOpen?: (signedIn: SignedIn) => boolean
  load: () => Promise<{ default: ComponentType }>
}

const account: Screen = {
  path: '/account',
  label: t.navigation.account,
  icon: IconUserCircle,
  isPersonal: true,
  load: () => import('../screens/account/account-screen.tsx')
}

const product: Screen = {
  path: '/products/:id',
  label: t.navigation.product,
  icon: IconPackage,
  isNested: true,
  load: () => import('../screens/product/product-screen.tsx')
}

const group = t.navigation.settings
const managersOnly = ({ canManage }: SignedIn) => canManage

const webhooks: Screen = {
  path: '/webhooks',
  label: t.navigation.webhooks,
  icon: IconWebhook,
  group,
  mayOpen: managersOnly,
  load: () => import('../screens/webhooks/webhooks-screen.tsx')
}

const team: Screen = {
  path: '/team',
  label: t.navigation.team,
  icon: IconUsers,
  group,
  mayOpen: managersOnly,
  load: () => import('../screens/team/team-screen.tsx')
}

const apiTokens: Screen = {
  path: '/api-tokens',
  label: t.navigation.apiTokens,
  icon: IconKey,
  group,
  mayOpen: managersOnly,
  load: () => import('../screens/api-tokens/api-tokens-screen.tsx')
}

const activity: Screen = {
  path: '/activity',
  label: t.navigation.activity,
  icon: IconHistory,
  group,
  load: () => import('../screens/activity/activity-screen.tsx')
}

/** The settings of a vendor. Their list is in the navigation below the screens of the daily work. */
const vendorSettings: readonly [Screen, ...Screen[]] = [
  {
    path: '/shipping-methods',
    label: t.navigation.shippingMethods,
    icon: IconTruck,
    group,
    load: () => import('../screens/shipping-methods/shipping-methods-screen.tsx')
  },
  {
    path: '/profile',
    label: t.navigation.profile,
    icon: IconBuildingStore,
    group,
    load: () => import('../screens/profile/profile-screen.tsx')
  },
  team,
  apiTokens,
  webhooks,
  activity
]

const termIcons = { collections: IconStack2, tags: IconTags, facets: IconFilter }

/** The screens of each side. The first one that isn't nested is the start page. */
export const screens: Record<Side, readonly [Screen, ...Screen[]]> = {
  platform: [
    {
      path: '/home',
      label: t.navigation.home,
      icon: IconHome,
      load: () => import('../screens/home/home-screen.tsx')
    },
    {
      path: '/queue',
      label: t.navigation.queue,
      icon: IconInbox,
      count: 'waitingEntries',
      keys: 'own',
      isWide: true,
      load: () => import('../screens/queue/queue-screen.tsx')
    },
    {
      path: '/products',
      label: t.navigation.products,
      icon: IconPackage,
      keys: 'grid',
      load: () => import('../screens/platform-products/platform-products-screen.tsx')
    },
    {
      path: '/orders',
      label: t.navigation.orders,
      icon: IconClipboardList,
      count: 'lateOrders',
      load: () => import('../screens/platform-orders/platform-orders-screen.tsx')
    },
    {
      path: '/vendors',
      label: t.navigation.vendors,
      icon: IconBuildingStore,
      load: () => import('../screens/vendors/vendors-screen.tsx')
    },
    {
      path: '/statements',
      label: t.navigation.statements,
      icon: IconReceipt,
      load: () => import('../screens/statements/statements-screen.tsx')
    },
    {
      path: '/imports',
      label: t.navigation.imports,
      icon: IconFileImport,
      isNested: true,
      load: () => import('../screens/import/operator/operator-imports-screen.tsx')
    },
    {
      path: '/categories',
      label: t.navigation.categories,
      icon: IconBinaryTree2,
      group: t.navigation.catalog,
      load: () => import('../screens/categories/categories-screen.tsx')
    },
    {
      path: '/attributes',
      label: t.navigation.attributes,
      icon: IconListDetails,
      group: t.navigation.catalog,
      load: () => import('../screens/attributes/attributes-screen.tsx')
    },
    ...(['collections', 'tags', 'facets'] as const).map((name) => ({
      path: `/${name}`,
      label: t.navigation[name],
      icon: termIcons[name],
      group: t.navigation.catalog,
      load: () => import('../screens/terms/terms-screen.tsx')
    })),
    {
      path: '/rules',
      label: t.navigation.rules,
      icon: IconGavel,
      group: t.navigation.review,
      load: () => import('../screens/rules/rules-screen.tsx')
    },
    {
      path: '/reasons',
      label: t.navigation.reasons,
      icon: IconMessage2,
      group: t.navigation.review,
      load: () => import('../screens/reasons/reasons-screen.tsx')
    },
    {
      path: '/statistics',
      label: t.navigation.statistics,
      icon: IconChartBar,
      group: t.navigation.review,
      load: () => import('../screens/statistics/statistics-screen.tsx')
    },
    {
      path: '/settings',
      label: t.navigation.marketplace,
      icon: IconBuildingStore,
      group,
      load: () => import('../screens/settings/settings-screen.tsx')
    },
    { ...team, path: '/people', label: t.navigation.people },
    apiTokens,
    webhooks,
    { ...activity, label: t.navigation.auditTrail },
    account
  ],
  vendor: [
    {
      path: '/today',
      label: t.navigation.today,
      icon: IconSun,
      load: () => import('../screens/today/today-screen.tsx')
    },
    product,
    {
      path: '/products',
      label: t.navigation.catalog,
      icon: IconPackage,
      count: 'rejectedProducts',
      keys: 'catalog',
      load: () => import('../screens/catalog/catalog-screen.tsx')
    },
    {
      path: '/imports',
      label: t.navigation.import,
      icon: IconFileImport,
      keys: 'grid',
      load: () => import('../screens/import/import-screen.tsx')
    },
    {
      path: '/orders',
      label: t.navigation.orders,
      icon: IconClipboardList,
      count: 'toAcknowledge',
      load: () => import('../screens/orders/orders-screen.tsx')
    },
    {
      path: '/purchase-orders',
      label: t.navigation.purchaseOrders,
      icon: IconFileInvoice,
      load: () => import('../screens/purchase-orders/purchase-orders-screen.tsx')
    },
    {
      path: '/shipments',
      label: t.navigation.shipments,
      icon: IconTruckDelivery,
      load: () => import('../screens/shipments/shipments-screen.tsx')
    },
    {
      path: '/statements',
      label: t.navigation.statements,
      icon: IconReceipt,
      load: () => import('../screens/statements/statements-screen.tsx')
    },
    ...vendorSettings,
    account
  ]
}

/** Returns the screens that a person may open. */
export function screensFor(signedIn: SignedIn): Screen[] {
  return screens[signedIn.side].filter(({ mayOpen }) => mayOpen?.(signedIn) ?? true)
}

/** Begins to load the screen of an address. An error is reported when the screen is opened. */
export function loadAhead(side: Side, address: string): void {
  const below = address.slice(homes[side].length)
  const screen = screenAt(below, screens[side]) ?? homeOf(screens[side])
  screen?.load().catch(() => undefined)
}

/** Returns the start page. */
export function homeOf(screens: readonly Screen[]): Screen | undefined {
  return screens.find(({ isNested }) => !isNested)
}

/** Returns the screen to which an address below `/operator` or `/vendor` belongs. */
export function screenAt(address: string, screens: readonly Screen[]): Screen | undefined {
  return screens.find(({ path }) => matches(address, path))
}

/** True if an address belongs to a screen. A parameter of its path matches any segment. */
function matches(address: string, path: string): boolean {
  const segments = address.split('/')
  return path.split('/').every((part, index) => {
    const segment = segments[index]
    return part.startsWith(':') ? Boolean(segment) : part === segment
  })
}
