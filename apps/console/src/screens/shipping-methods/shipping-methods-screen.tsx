import { Redirect, Route, Switch } from 'wouter'
import { useSignedIn } from '../../session/session-context.tsx'
import { ListPage } from './list-page.tsx'
import { EditPage, NewPage } from './method-page.tsx'

/** The shipping methods: their list, and one of them. */
export default function ShippingMethodsScreen() {
  const { canWrite } = useSignedIn()
  return (
    <Switch>
      <Route path="/shipping-methods">
        <ListPage />
      </Route>
      <Route path="/shipping-methods/new">
        {canWrite ? <NewPage /> : <Redirect to="/shipping-methods" replace />}
      </Route>
      <Route path="/shipping-methods/:id">{({ id }) => <EditPage key={id} id={id} />}</Route>
    </Switch>
  )
}
