
BgJ‡S‡S‡S‡S