@rem npm start begins with exec, so that no shell stands between a signal and the server. The shell of Windows has none.
@%*
