
BmJ‡S‡S‡S‡S