import pluggy

spec = pluggy.HookspecMarker("press")
impl = pluggy.HookimplMarker("press")
