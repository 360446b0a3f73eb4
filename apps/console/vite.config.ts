import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/** The address of the service to which the development server passes on requests. */
const service = process.env.PURVEYOR_URL ?? 'http://127.0.0.1:3000'

/** The header Host stays as it is, because the service compares it with the origin of the page. */
const proxied = { target: service, changeOrigin: false }

/** Lets browsers read the fonts of most texts at once, instead of after the styles. */
const preloadFonts: Plugin = {
  name: 'preload-fonts',
  transformIndexHtml: {
    order: 'post',
    handler(_page, { bundle = {} }) {
      const fonts = Object.keys(bundle).filter((file) => /\/inter-latin-\d+-normal-.*\.woff2$/.test(file))
      return fonts.map((file) => ({
        tag: 'link',
        attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${file}`, crossorigin: '' },
        injectTo: 'head'
      }))
    }
  }
}

/** False for the parts of the grid of products and for what reads HTML, which are loaded with the first screen that has them. */
const isSmall = (file: string) =>
  !/\/ui\/(?:grid|html|products)\/|\/@tanstack\/(?:react-virtual|virtual-core)\/|\/dompurify\//.test(file)

/**
 * The pages are served at `/`, `/vendor/…` and `/operator/…`, the scripts and styles below `/app/`. The service
 * replaces `CSP_NONCE` in the page by the nonce of the response.
 */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), preloadFonts],
  html: { cspNonce: 'CSP_NONCE' },
  // The client is used as its TypeScript source, as everywhere in the workspace.
  resolve: { conditions: ['purveyor-source', 'module', 'browser', 'development|production'] },
  build: {
    assetsDir: 'app',
    // Content that is inlined as data: URLs would be refused by the content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // Reads only the modules that are used of packages such as the icons, which have 6,000.
      experimental: { lazyBarrel: true },
      // What six files share is loaded once with the first page, instead of in many small files.
      output: { codeSplitting: { groups: [{ name: 'shared', minShareCount: 6, test: isSmall }] } }
    },
    target: 'es2023',
    reportCompressedSize: false
  },
  server: { proxy: { '/api': proxied, '/assets': proxied, '/docs': proxied, '/readyz': proxied } }
})
