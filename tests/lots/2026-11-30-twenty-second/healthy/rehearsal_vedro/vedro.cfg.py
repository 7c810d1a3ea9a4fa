import vedro
from vedro.plugins import last_failed, system_upgrade


class Config(vedro.Config):
    class Plugins(vedro.Config.Plugins):
        class SystemUpgrade(system_upgrade.SystemUpgrade):
            enabled = False

        class LastFailed(last_failed.LastFailed):
            enabled = False
