import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { type SubmitEvent, useState } from 'react'
import { useSignedIn } from '../../../session/session-context.tsx'
import { t } from '../../../texts/texts.ts'
import { vendorTexts } from '../../../texts/vendors.ts'
import { ErrorAlert } from '../../../ui/error-alert.tsx'
import { saveFile } from '../../../ui/save-file.ts'
import { useMutation } from '../../../ui/use-mutation.ts'
import { useVendor } from '../../../ui/use-vendors.ts'

const texts = vendorTexts.statements

type Props = {
  vendorId: string | undefined
  /** The day that is chosen at first. */
  day: string | undefined
  onClose: () => void
}

/** Downloads the lines of the statements of a period as CSV, of all vendors or of one. */
export function LinesDialog({ vendorId, onClose, ...props }: Props) {
  const { purveyor } = useSignedIn()
  const { data: vendor } = useVendor(vendorId)
  const [chosen, setChosen] = useState<string>()
  const day = chosen ?? props.day ?? ''
  const download = useMutation({
    mutationFn: () => purveyor.platform.statements.exportLines({ period: day, vendorId }),
    onSuccess(file) {
      saveFile(file, `statement-lines-${day}.csv`)
      onClose()
    }
  })
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    download.mutate()
  }
  return (
    <Modal opened onClose={onClose} title={texts.linesTitle}>
      <form onSubmit={submit}>
        <Stack>
          <Text>
            {texts.linesText} {vendor && texts.linesVendor(vendor.name)}
          </Text>
          {download.error && <ErrorAlert error={download.error} />}
          <TextInput
            type="date"
            label={texts.linesDay}
            value={day}
            onChange={(event) => setChosen(event.currentTarget.value)}
            required
            data-autofocus
          />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {t.actions.cancel}
            </Button>
            <Button type="submit" loading={download.isPending}>
              {texts.linesSubmit}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
