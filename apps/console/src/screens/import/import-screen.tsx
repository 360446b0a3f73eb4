import { lazy } from 'react'
import { Redirect, Route, Switch } from 'wouter'
import { useSignedIn } from '../../session/session-context.tsx'
import { NotFound } from '../../ui/not-found.tsx'
import { JobListPage } from './list/job-list-page.tsx'

const JobPage = lazy(async () => ({ default: (await import('./job/job-page.tsx')).JobPage }))
const NewImportPage = lazy(async () => ({
  default: (await import('./new/new-import-page.tsx')).NewImportPage
}))

/** Imports from files: past ones, a new one, and the page of one import. */
export default function ImportScreen() {
  const { canWrite } = useSignedIn()
  return (
    <Switch>
      <Route path="/imports" component={JobListPage} />
      <Route path="/imports/new">{canWrite ? <NewImportPage /> : <Redirect to="/imports" replace />}</Route>
      <Route path="/imports/:id">{({ id }) => <JobPage key={id} id={id} />}</Route>
      <Route>
        <NotFound home="/imports" />
      </Route>
    </Switch>
  )
}
