import '@mantine/dropzone/styles.css'
import { Button, Text } from '@mantine/core'
import { Dropzone } from '@mantine/dropzone'
import { notifications } from '@mantine/notifications'
import { IconPhotoOff, IconUpload } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useSignedIn } from '../session/session-context.tsx'
import { profileTexts } from '../texts/profile.ts'
import { ErrorAlert } from './error-alert.tsx'
import classes from './image-panel.module.css'
import { Section } from './section.tsx'
import { useMutation } from './use-mutation.ts'

const types = ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif']
const maxBytes = 10 * 1024 * 1024

type Props<Saved> = {
  url: string | null
  texts: { title: string; alt: string; none: string; saved: string; removed: string; remove?: string }
  save: (file: File) => Promise<Saved>
  remove: () => Promise<Saved>
  /** True if the person can't change this image. Viewers can't change any. */
  isReadOnly?: boolean
  onSaved: (saved: Saved) => void
  /** Called after an error, to read the resource again. */
  onError: () => void
}

/** The image of something, such as the logo of a vendor. It is saved as soon as a file is chosen. */
export function ImagePanel<Saved>({
  url: stored,
  texts,
  onSaved,
  onError,
  isReadOnly,
  ...props
}: Props<Saved>) {
  const { canWrite } = useSignedIn()
  const [file, setFile] = useState<File>()
  const [refusal, refuse] = useState<string>()
  const onSuccess = (message: string) => (saved: Saved) => {
    onSaved(saved)
    notifications.show({ message, color: 'green' })
  }
  const save = useMutation({ mutationFn: props.save, onError, onSuccess: onSuccess(texts.saved) })
  const remove = useMutation({ mutationFn: props.remove, onError, onSuccess: onSuccess(texts.removed) })
  const preview = useObjectUrl(save.isPending ? file : undefined)
  const url = preview ?? stored
  const error = save.error ?? remove.error
  function choose(chosen: File) {
    refuse(undefined)
    remove.reset()
    setFile(chosen)
    save.mutate(chosen)
  }
  return (
    <Section title={texts.title}>
      <div className={classes.image} aria-busy={save.isPending}>
        {url ? (
          <img src={url} alt={texts.alt} />
        ) : (
          <Text c="dimmed" className={classes.none}>
            <IconPhotoOff size={20} aria-hidden /> {texts.none}
          </Text>
        )}
      </div>
      {canWrite && !isReadOnly && (
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
                rejected?.errors[0]?.code === 'file-too-large'
                  ? profileTexts.tooLarge
                  : profileTexts.notAnImage
              )
            }
            inputProps={{ 'aria-label': profileTexts.drop }}
            aria-label={profileTexts.drop}
          >
            <div className={classes.drop}>
              <IconUpload size={20} aria-hidden />
              <div>
                <Text fw={600}>{profileTexts.drop}</Text>
                <Text c="dimmed" fz="sm">
                  {profileTexts.dropHint}
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
          {stored && (
            <Button
              mt="xs"
              size="xs"
              variant="subtle"
              color="red"
              loading={remove.isPending}
              onClick={() => remove.mutate()}
            >
              {texts.remove ?? profileTexts.removeImage}
            </Button>
          )}
        </>
      )}
    </Section>
  )
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
