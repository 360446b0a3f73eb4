@rem The scripts of package.json begin with "exec", so that a signal sent to npm reaches Node and not a shell
@rem that dies of it. Windows has neither such signals nor the word: here it runs what follows.
@%*
