import { Alert, Button, Group, Loader, Stack, Text } from '@mantine/core'
import '@mantine/dropzone/styles.css'
import { Dropzone } from '@mantine/dropzone'
import { IconClipboard, IconFileImport, IconUpload } from '@tabler/icons-react'
import { type ReactNode, useRef, useState } from 'react'
import { importsTexts } from '../../../texts/import.ts'
import { ErrorAlert } from '../../../ui/error-alert.tsx'
import classes from './choose-file.module.css'
import { PasteDialog } from './paste-dialog.tsx'
import { problemText } from './problem-text.ts'
import { type AnyDraft, useOpenAnyFile } from './use-import-draft.ts'

/** The files that the picker shows first. What a file is shows only its content. */
const accepted = '.csv,.tsv,.txt,.ndjson,.jsonl,.xlsx,.ods'

/** Takes a file that is dropped, chosen or pasted. */
export function ChooseFile({ onOpen }: { onOpen: (draft: AnyDraft) => Promise<void> }) {
  const openFile = useOpenAnyFile()
  const choose = useRef<() => void>(null)
  const [isPasting, setPasting] = useState(false)
  const [isReading, setReading] = useState(false)
  const [error, setError] = useState<unknown>()
  const open = async (file: Blob, name: string) => {
    setError(undefined)
    setReading(true)
    await openFile(file, name).then(onOpen).catch(setError)
    setReading(false)
  }
  const { file: texts } = importsTexts
  return (
    <>
      <Stack>
        <Dropzone
          openRef={choose}
          onDrop={([file]) => file && void open(file, file.name)}
          multiple={false}
          activateOnClick={false}
          activateOnKeyboard={false}
          enablePointerEvents
          disabled={isReading}
          className={classes.drop}
          useFsAccessApi={false}
          inputProps={{ 'aria-label': texts.title, accept: accepted }}
        >
          <Stack align="center" gap="xs" ta="center">
            <DropIcon isReading={isReading} />
            <Text fw={600} fz="lg">
              {isReading ? texts.reading : texts.drop}
            </Text>
            <Text c="dimmed">{texts.or}</Text>
            <Group justify="center" gap="xs" mt="xs">
              <Button onClick={() => choose.current?.()} disabled={isReading}>
                {texts.choose}
              </Button>
              <Button
                variant="default"
                leftSection={<IconClipboard size={16} aria-hidden />}
                onClick={() => setPasting(true)}
                disabled={isReading}
              >
                {texts.paste}
              </Button>
            </Group>
            <Text c="dimmed" fz="sm" mt="xs">
              {texts.limits}
            </Text>
          </Stack>
        </Dropzone>
        {error !== undefined && <FileError error={error} />}
      </Stack>
      <PasteDialog
        opened={isPasting}
        onClose={() => setPasting(false)}
        onPaste={(text) => {
          setPasting(false)
          void open(new Blob([text]), texts.pasted)
        }}
      />
    </>
  )
}

function DropIcon({ isReading }: { isReading: boolean }): ReactNode {
  if (isReading) return <Loader size={36} aria-hidden />
  return (
    <>
      <Dropzone.Accept>
        <IconUpload size={36} stroke={1.4} aria-hidden />
      </Dropzone.Accept>
      <Dropzone.Reject>
        <IconFileImport size={36} stroke={1.4} aria-hidden />
      </Dropzone.Reject>
      <Dropzone.Idle>
        <IconFileImport size={36} stroke={1.4} aria-hidden />
      </Dropzone.Idle>
    </>
  )
}

/** Says why a file can't be read. */
export function FileError({ error }: { error: unknown }) {
  const text = problemText(error)
  if (text === undefined) return <ErrorAlert error={error} />
  return (
    <Alert color="red" role="alert">
      {text}
    </Alert>
  )
}
