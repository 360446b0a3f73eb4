import {
  Anchor,
  Badge,
  type CSSVariablesResolver,
  createTheme,
  Drawer,
  type MantineColorsTuple,
  Modal,
  Notification,
  Tooltip
} from '@mantine/core'
import { t } from '../texts/texts.ts'
import { BusyButton } from './busy-button.tsx'

// Each tuple goes from the lightest shade to the darkest. Shade 7 has a contrast of 4.5 or more on white, and shade 3
// on the dark background.
const brand = tuple('#e8f4f1 #cfe8e2 #a0d2c6 #58c9b2 #45a892 #2b9c84 #0f7a68 #0a6656 #085446 #053f35')
const gray = tuple('#f6f8f9 #eef1f3 #e2e7ea #d3dade #b9c3c9 #7b8891 #57636c #434e56 #2d363d #1b2329')
const dark = tuple('#dde4e8 #c1cad0 #98a5ad #71808a #2e3a43 #232d34 #161d22 #0f1417 #0b0f12 #070a0c')
const red = tuple('#fdf0ef #fbdedc #f6bcb8 #ff958c #e8695f #d8443a #c22f25 #b3261e #931d16 #701510')
const green = tuple('#eaf6ee #cfeada #a2d7b5 #63cf8d #46b470 #2b9656 #1c7b43 #146c37 #0f572c #0a4021')
const amber = tuple('#fdf5e6 #fae6c2 #f3cf8e #e5ae55 #cf8f2a #b37412 #9a6203 #8a5300 #6e4200 #523100')
const blue = tuple('#edf3fc #d6e4f9 #adc8f2 #7db4ff #4f8be0 #3170cd #2160bf #1857b6 #124694 #0c336d')
const violet = tuple('#f4effa #e6daf3 #cdb6e7 #c6a5f5 #9c72ce #8555bb #7546aa #6b3fa0 #563282 #40255f')

function tuple(shades: string): MantineColorsTuple {
  return shades.split(' ') as unknown as MantineColorsTuple
}

const dialogProps = {
  closeButtonProps: { 'aria-label': t.actions.close },
  // The header of a dialog isn't the header of the page.
  attributes: { header: { role: 'none' } }
}
const dialogStyles = { title: { fontSize: 'var(--mantine-font-size-lg)', fontWeight: 600 } }

/**
 * The colours, type and spacing of the console. Lists and tables are dense, because moderators read many of them. The
 * sizes of texts are 12, 13, 14, 16, 20 and 24 pixels, and the weights 400 and 600, for which there are fonts.
 */
export const theme = createTheme({
  colors: { brand, gray, dark, red, green, amber, blue, violet },
  black: '#1b2329',
  primaryColor: 'brand',
  primaryShade: { light: 7, dark: 6 },
  fontFamily: 'Inter, "Inter fallback", system-ui, -apple-system, "Segoe UI", "Noto Sans", sans-serif',
  fontFamilyMonospace:
    'ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", "Liberation Mono", monospace',
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.25rem' },
  fontWeights: { regular: '400', medium: '600', bold: '600' },
  lineHeights: { xs: '1.4', sm: '1.45', md: '1.5', lg: '1.55', xl: '1.6' },
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '1.25rem', lineHeight: '1.4' },
      h2: { fontSize: '1rem', lineHeight: '1.5' },
      h3: { fontSize: '0.875rem', lineHeight: '1.5' }
    }
  },
  defaultRadius: 'sm',
  radius: { xs: '3px', sm: '6px', md: '8px', lg: '12px', xl: '20px' },
  cursorType: 'pointer',
  components: {
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray', component: BusyButton } },
    Anchor: Anchor.extend({ defaultProps: { underline: 'hover' } }),
    Badge: Badge.extend({
      defaultProps: { variant: 'light', size: 'sm', radius: 'sm' },
      styles: { root: { textTransform: 'none', fontWeight: 600, letterSpacing: 0 } }
    }),
    Button: { defaultProps: { size: 'sm', component: BusyButton } },
    // Hints are below their inputs, so that inputs beside each other are at the same height.
    InputWrapper: { defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] } },
    Drawer: Drawer.extend({ defaultProps: dialogProps, styles: dialogStyles }),
    // Enter then takes the first option that was found, instead of submitting the form around it.
    MultiSelect: { defaultProps: { selectFirstOptionOnChange: true } },
    Modal: Modal.extend({ defaultProps: { centered: true, ...dialogProps }, styles: dialogStyles }),
    Notification: Notification.extend({
      defaultProps: { closeButtonProps: { 'aria-label': t.actions.close } }
    }),
    Select: { defaultProps: { selectFirstOptionOnChange: true } },
    Tooltip: Tooltip.extend({ defaultProps: { openDelay: 400, withArrow: true } })
  }
})

/**
 * The backgrounds and texts of badges, alerts and active items in the dark theme, which are too dark by default. The
 * backgrounds let through what is below them, so that a badge can be seen on a selected row too.
 */
const darkTints = Object.fromEntries(
  ['brand', 'gray', 'red', 'green', 'amber', 'blue', 'violet'].flatMap((color) => [
    [
      `--mantine-color-${color}-light`,
      `color-mix(in srgb, var(--mantine-color-${color}-4) 24%, transparent)`
    ],
    [`--mantine-color-${color}-light-color`, `var(--mantine-color-${color}-2)`]
  ])
)

/** The borders of controls have a contrast of 3 or more to all backgrounds. */
const controlBorder = { light: '#7f8c95', dark: '#76848e' }

/**
 * The variables that differ from those of Mantine, so that all texts and the borders of all controls have enough contrast
 * in both themes. `--line` is the colour of lines that only divide.
 */
export const variables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': 'var(--mantine-color-gray-6)',
    '--mantine-color-placeholder': 'var(--mantine-color-gray-6)',
    '--mantine-color-error': 'var(--mantine-color-red-7)',
    '--mantine-color-anchor': 'var(--mantine-color-brand-7)',
    '--mantine-color-default-border': controlBorder.light,
    '--line': 'var(--mantine-color-gray-2)',
    '--raised': 'var(--mantine-color-gray-0)',
    '--tint': 'var(--mantine-color-brand-0)',
    '--added': '#d8f1e0',
    '--removed': '#fbdedc'
  },
  dark: {
    ...darkTints,
    '--mantine-color-dimmed': 'var(--mantine-color-dark-2)',
    '--mantine-color-placeholder': 'var(--mantine-color-dark-2)',
    '--mantine-color-error': 'var(--mantine-color-red-3)',
    '--mantine-color-anchor': 'var(--mantine-color-brand-3)',
    '--mantine-color-default-border': controlBorder.dark,
    '--line': 'var(--mantine-color-dark-4)',
    '--raised': 'var(--mantine-color-dark-6)',
    '--tint': '#14302b',
    '--added': '#14402a',
    '--removed': '#57231f'
  }
})
