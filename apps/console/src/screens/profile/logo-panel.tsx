import '@mantine/dropzone/styles.css'
import { Button, Text } from '@mantine/core'
import { Dropzone } from '@mantine/dropzone'
import { notifications } from '@mantine/notifications'
import type { VendorProfile } from '@purveyor/client'
import { IconPhotoOff, IconUpload } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useSignedIn } from '../../session/session-context.tsx'
import { t } from '../../texts/texts.ts'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { Section } from '../../ui/section.tsx'
import { useMutation } from '../../ui/use-mutation.ts'
import classes from './profile.module.css'
import { profileKey, useShowProfile } from './use-profile.ts'

const types = ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif']
const maxBytes = 10 * 1024 * 1024

/** The logo, which is saved as soon as a file is chosen. */
export function LogoPanel({ profile }: { profile: VendorProfile }) {
  const { canWrite } = useSignedIn()
  const { save, remove, file, refusal, refuse, choose } = useLogo(profile)
  const preview = useObjectUrl(save.isPending ? file : undefined)
  const url = preview ?? profile.logoUrl
  const error = save.error ?? remove.error
  return (
    <Section title={t.profile.logo}>
      <div className={classes.logo} aria-busy={save.isPending}>
        {url ? (
          <img src={url} alt={t.profile.logoOf(profile.name)} />
        ) : (
          <Text c="dimmed" className={classes.noLogo}>
            <IconPhotoOff size={20} aria-hidden /> {t.profile.noLogo}
          </Text>
        )}
      </div>
      {canWrite && (
        <>
          <Dropzone
            mt="sm"
            p="sm"
            multiple={false}
            accept={types}
            maxSize={maxBytes}
            loading={save.isPending}
            onDrop={([chosen]) => chosen && choose(chosen)}
            onReject={([rejected]) =>
              refuse(
                rejected?.errors[0]?.code === 'file-too-large' ? t.profile.tooLarge : t.profile.notAnImage
              )
            }
            inputProps={{ 'aria-label': t.profile.drop }}
            aria-label={t.profile.drop}
          >
            <div className={classes.drop}>
              <IconUpload size={20} aria-hidden />
              <div>
                <Text fw={600}>{t.profile.drop}</Text>
                <Text c="dimmed" fz="sm">
                  {t.profile.dropHint}
                </Text>
              </div>
            </div>
          </Dropzone>
          {refusal && (
            <Text role="alert" c="var(--mantine-color-error)" mt="xs">
              {refusal}
            </Text>
          )}
          {error && <ErrorAlert error={error} />}
          {profile.logoUrl && (
            <Button
              mt="xs"
              size="xs"
              variant="subtle"
              color="red"
              loading={remove.isPending}
              onClick={() => remove.mutate()}
            >
              {t.profile.removeLogo}
            </Button>
          )}
        </>
      )}
    </Section>
  )
}

function useLogo(profile: VendorProfile) {
  const { purveyor } = useSignedIn()
  const show = useShowProfile()
  const queries = useQueryClient()
  const readAgain = () => queries.invalidateQueries({ queryKey: profileKey })
  const [file, setFile] = useState<File>()
  const [refusal, refuse] = useState<string>()
  const onSuccess = (message: string) => (saved: VendorProfile) => {
    show(saved)
    notifications.show({ message, color: 'green' })
  }
  const save = useMutation({
    mutationFn: (chosen: File) => purveyor.profile.setLogo({ file: chosen }, { ifMatch: profile }),
    onError: readAgain,
    onSuccess: onSuccess(t.profile.logoSaved)
  })
  const remove = useMutation({
    mutationFn: () => purveyor.profile.deleteLogo({ ifMatch: profile }),
    onError: readAgain,
    onSuccess: onSuccess(t.profile.logoRemoved)
  })
  function choose(chosen: File) {
    refuse(undefined)
    remove.reset()
    setFile(chosen)
    save.mutate(chosen)
  }
  return { save, remove, file, refusal, refuse, choose }
}

/** Returns an address at which a file is shown that was chosen. */
function useObjectUrl(file: File | undefined): string | undefined {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (!file) return
    const address = URL.createObjectURL(file)
    setUrl(address)
    return () => {
      setUrl(undefined)
      URL.revokeObjectURL(address)
    }
  }, [file])
  return url
}
