import { Alert, Button, Code, CopyButton, Group, List, Text } from '@mantine/core'
import { ConnectionLost, ProblemError } from '@purveyor/client'
import { IconAlertTriangle } from '@tabler/icons-react'
import { t } from '../texts/texts.ts'

/** The number of single errors that are listed. */
const maxListed = 8

type Props = {
  error: unknown
  /** Shows a button that tries again. */
  onRetry?: (() => void) | undefined
}

/** Shows an error with its cause, the fields that it is about, and the id of the request. */
export function ErrorAlert({ error, onRetry }: Props) {
  return (
    <Alert
      role="alert"
      color="red"
      variant="light"
      icon={<IconAlertTriangle size={18} aria-hidden />}
      title={titleOf(error)}
    >
      <Text>{detailOf(error)}</Text>
      {error instanceof ProblemError && <Faults error={error} />}
      {onRetry && (
        <Button mt="sm" size="xs" variant="default" onClick={onRetry}>
          {t.errors.retry}
        </Button>
      )}
    </Alert>
  )
}

function titleOf(error: unknown): string {
  if (isOutdated(error)) return t.errors.outdated
  return error instanceof ProblemError ? error.title : t.errors.title
}

/** True if `If-Match` didn't match. The text of the service is about that header. */
function isOutdated(error: unknown): boolean {
  return error instanceof ProblemError && error.code === 'PRECONDITION_FAILED'
}

/** Returns the text of an error: its cause, and what to do. */
export function detailOf(error: unknown): string {
  if (isOutdated(error)) return t.errors.outdatedText
  if (error instanceof ProblemError) return error.detail
  if (error instanceof ConnectionLost) return error.isRetryable ? t.errors.timedOut : t.errors.unknown
  return error instanceof Error && error.message ? error.message : t.errors.unexpected
}

function Faults({ error }: { error: ProblemError }) {
  const listed = error.faults.slice(0, maxListed)
  const more = error.faultCount - listed.length
  return (
    <>
      {listed.length > 0 && (
        <List mt="xs" size="sm">
          {listed.map((fault) => (
            <List.Item key={`${fault.pointer ?? fault.parameter} ${fault.code}`}>
              <Code>{fault.pointer ?? fault.parameter}</Code> {fault.message}
            </List.Item>
          ))}
          {more > 0 && <List.Item>{t.errors.more(more)}</List.Item>}
        </List>
      )}
      <Group mt="xs" gap="xs">
        <Text fz="xs">
          {t.errors.code} <Code>{error.code}</Code>
        </Text>
        {error.requestId && <RequestId id={error.requestId} />}
      </Group>
    </>
  )
}

function RequestId({ id }: { id: string }) {
  return (
    <CopyButton value={id}>
      {({ copied, copy }) => (
        <Text fz="xs">
          {t.errors.requestId}{' '}
          <Code
            component="button"
            onClick={copy}
            aria-label={t.errors.copy}
            bd={0}
            style={{ cursor: 'copy' }}
          >
            {copied ? t.errors.copied : id}
          </Code>
        </Text>
      )}
    </CopyButton>
  )
}
