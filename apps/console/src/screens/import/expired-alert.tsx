import { Alert, Button, Text } from '@mantine/core'
import { t } from '../../texts/texts.ts'

/** Says that a request was begun so long ago that sending it again could apply it twice. */
export function ExpiredAlert({ onForget }: { onForget: () => void }) {
  const texts = t.imports.send
  return (
    <Alert color="amber">
      <Text mb="xs">{texts.expired}</Text>
      <Button size="xs" variant="default" onClick={onForget}>
        {texts.forget}
      </Button>
    </Alert>
  )
}
