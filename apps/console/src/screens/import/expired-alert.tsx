import { Alert, Button, Text } from '@mantine/core'
import { importsTexts } from '../../texts/import.ts'

/** Says that a request was begun so long ago that sending it again could apply it twice. */
export function ExpiredAlert({ onForget }: { onForget: () => void }) {
  const texts = importsTexts.send
  return (
    <Alert color="amber">
      <Text mb="xs">{texts.expired}</Text>
      <Button size="xs" variant="default" onClick={onForget}>
        {texts.forget}
      </Button>
    </Alert>
  )
}
