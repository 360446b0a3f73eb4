import type { VendorProfile } from '@purveyor/client'
import { useQueryClient } from '@tanstack/react-query'
import { useSignedIn } from '../../session/session-context.tsx'
import { profileTexts } from '../../texts/profile.ts'
import { ImagePanel } from '../../ui/image-panel.tsx'
import { profileKey, useShowProfile } from './use-profile.ts'

/** The logo, which is saved as soon as a file is chosen. */
export function LogoPanel({ profile }: { profile: VendorProfile }) {
  const { purveyor } = useSignedIn()
  const show = useShowProfile()
  const queries = useQueryClient()
  return (
    <ImagePanel
      url={profile.logoUrl}
      texts={{
        title: profileTexts.logo,
        alt: profileTexts.logoOf(profile.name),
        none: profileTexts.noLogo,
        saved: profileTexts.logoSaved,
        removed: profileTexts.logoRemoved,
        remove: profileTexts.removeLogo
      }}
      save={(file) => purveyor.profile.setLogo({ file }, { ifMatch: profile })}
      remove={() => purveyor.profile.deleteLogo({ ifMatch: profile })}
      onSaved={show}
      onError={() => void queries.invalidateQueries({ queryKey: profileKey })}
    />
  )
}
