import { Route, Switch } from 'wouter'
import { NotFound } from '../../ui/not-found.tsx'
import { EditRulePage, NewRulePage } from './editor/rule-page.tsx'
import { RuleListPage } from './rule-list-page.tsx'

/** The approval rules: their list, and the page of one rule. */
export default function RulesScreen() {
  return (
    <Switch>
      <Route path="/rules" component={RuleListPage} />
      <Route path="/rules/new" component={NewRulePage} />
      <Route path="/rules/:id">{({ id }) => <EditRulePage key={id} id={id} />}</Route>
      <Route>
        <NotFound home="/rules" />
      </Route>
    </Switch>
  )
}
