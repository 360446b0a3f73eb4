import './theme/trusted-types.ts'
import '@mantine/core/styles.css'
import '@mantine/notifications/styles.css'
import './theme/fonts.css'
import './theme/global.css'
import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { ignoreDroppedFiles } from './frame/dropped-files.ts'
import { theme, variables } from './theme/theme.ts'

const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce
// The style that stops the page from scrolling below a dialog takes its nonce from this variable (package get-nonce).
Object.assign(globalThis, { __webpack_nonce__: nonce })
const colorScheme = localStorageColorSchemeManager({ key: 'purveyor-theme' })

const root = document.getElementById('root')
if (root) {
  ignoreDroppedFiles()
  createRoot(root).render(
    <StrictMode>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={variables}
        defaultColorScheme="auto"
        colorSchemeManager={colorScheme}
        getStyleNonce={() => nonce ?? ''}
      >
        <Notifications notificationMaxHeight={480} position="bottom-center" limit={4} />
        <App />
      </MantineProvider>
    </StrictMode>
  )
}
