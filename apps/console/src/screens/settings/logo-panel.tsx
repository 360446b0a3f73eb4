import type { Settings } from '@purveyor/client'
import { useQueryClient } from '@tanstack/react-query'
import { useSignedIn } from '../../session/session-context.tsx'
import { settingsTexts } from '../../texts/settings.ts'
import { ImagePanel } from '../../ui/image-panel.tsx'
import { settingsKey } from '../../ui/use-settings.ts'

/** The logo of the marketplace, which is saved as soon as a file is chosen. */
export function LogoPanel({ settings }: { settings: Settings }) {
  const { purveyor, canManage } = useSignedIn()
  const queries = useQueryClient()
  return (
    <ImagePanel
      url={settings.logoUrl}
      texts={{
        title: settingsTexts.logo,
        alt: settingsTexts.logoOf(settings.name),
        none: settingsTexts.noLogo,
        saved: settingsTexts.logoSaved,
        removed: settingsTexts.logoRemoved,
        remove: settingsTexts.removeLogo
      }}
      isReadOnly={!canManage}
      save={(file) => purveyor.platform.settings.setLogo({ file }, { ifMatch: settings })}
      remove={() => purveyor.platform.settings.deleteLogo({ ifMatch: settings })}
      onSaved={(saved) => queries.setQueryData(settingsKey, saved)}
      onError={() => void queries.invalidateQueries({ queryKey: settingsKey })}
    />
  )
}
