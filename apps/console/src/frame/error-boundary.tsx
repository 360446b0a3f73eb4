import { Button, Container, Group } from '@mantine/core'
import { IconBug, IconRefresh } from '@tabler/icons-react'
import { Component, type ReactNode } from 'react'
import { t } from '../texts/texts.ts'
import { Empty } from '../ui/empty.tsx'
import { ErrorAlert } from '../ui/error-alert.tsx'

/** Shows an error of a screen in place of the screen, so that the rest of the console can still be used. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { error?: unknown }> {
  override state: { error?: unknown } = {}

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  override render() {
    const { error } = this.state
    if (error === undefined) return this.props.children
    if (isMissingFile(error)) return <Outdated />
    return (
      <Empty icon={IconBug} title={t.errors.page} heading="h1" text={t.errors.pageDetail}>
        <Container size="xs">
          <ErrorAlert error={error} />
          <Group mt="md" justify="center">
            <Button onClick={() => this.setState({ error: undefined })}>{t.errors.retry}</Button>
            <Button variant="default" onClick={() => location.reload()}>
              {t.connection.reload}
            </Button>
          </Group>
        </Container>
      </Empty>
    )
  }
}

/** True if a file of the console is gone, because a newer release is installed. */
function isMissingFile(error: unknown): boolean {
  return (
    error instanceof TypeError &&
    /dynamically imported module|importing a module|module script/i.test(error.message)
  )
}

function Outdated() {
  return (
    <Empty icon={IconRefresh} title={t.connection.outdated} heading="h1">
      <Button onClick={() => location.reload()}>{t.connection.reload}</Button>
    </Empty>
  )
}
