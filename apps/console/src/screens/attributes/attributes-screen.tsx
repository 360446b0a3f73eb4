import { Redirect, Route, Switch } from 'wouter'
import { useSignedIn } from '../../session/session-context.tsx'
import { NotFound } from '../../ui/not-found.tsx'
import { EditPage, NewPage } from './definition/definition-page.tsx'
import { ListPage } from './list/list-page.tsx'

/** The attributes: their list, one of them, and those of a category. */
export default function AttributesScreen() {
  const { canWrite } = useSignedIn()
  return (
    <Switch>
      <Route path="/attributes">
        <ListPage />
      </Route>
      <Route path="/attributes/new">{canWrite ? <NewPage /> : <Redirect to="/attributes" replace />}</Route>
      <Route path="/attributes/categories/:id">
        {({ id }) => <Redirect to={`/categories/${id}?tab=attributes`} replace />}
      </Route>
      <Route path="/attributes/:id">{({ id }) => <EditPage key={id} id={id} />}</Route>
      <Route>
        <NotFound home="/attributes" />
      </Route>
    </Switch>
  )
}
