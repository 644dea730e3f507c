@rem `npm start` is `exec node ...`, so that a signal to npm reaches the service where a shell would stand between.
@rem cmd has no exec: it finds this file, which runs the rest of the line.
@%*
