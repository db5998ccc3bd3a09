module @jit_step attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<8x224x224x3xf32>, %arg1: tensor<8x1000xf32>, %arg2: tensor<7x7x3x64xf32> {tf.aliasing_output = 0 : i32}, %arg3: tensor<64xf32> {tf.aliasing_output = 1 : i32}, %arg4: tensor<64xf32> {tf.aliasing_output = 2 : i32}, %arg5: tensor<1x1x64x64xf32> {tf.aliasing_output = 3 : i32}, %arg6: tensor<64xf32> {tf.aliasing_output = 4 : i32}, %arg7: tensor<64xf32> {tf.aliasing_output = 5 : i32}, %arg8: tensor<3x3x64x64xf32> {tf.aliasing_output = 6 : i32}, %arg9: tensor<64xf32> {tf.aliasing_output = 7 : i32}, %arg10: tensor<64xf32> {tf.aliasing_output = 8 : i32}, %arg11: tensor<1x1x64x256xf32> {tf.aliasing_output = 9 : i32}, %arg12: tensor<256xf32> {tf.aliasing_output = 10 : i32}, %arg13: tensor<256xf32> {tf.aliasing_output = 11 : i32}, %arg14: tensor<1x1x64x256xf32> {tf.aliasing_output = 12 : i32}, %arg15: tensor<256xf32> {tf.aliasing_output = 13 : i32}, %arg16: tensor<256xf32> {tf.aliasing_output = 14 : i32}, %arg17: tensor<1x1x256x64xf32> {tf.aliasing_output = 15 : i32}, %arg18: tensor<64xf32> {tf.aliasing_output = 16 : i32}, %arg19: tensor<64xf32> {tf.aliasing_output = 17 : i32}, %arg20: tensor<3x3x64x64xf32> {tf.aliasing_output = 18 : i32}, %arg21: tensor<64xf32> {tf.aliasing_output = 19 : i32}, %arg22: tensor<64xf32> {tf.aliasing_output = 20 : i32}, %arg23: tensor<1x1x64x256xf32> {tf.aliasing_output = 21 : i32}, %arg24: tensor<256xf32> {tf.aliasing_output = 22 : i32}, %arg25: tensor<256xf32> {tf.aliasing_output = 23 : i32}, %arg26: tensor<1x1x256x64xf32> {tf.aliasing_output = 24 : i32}, %arg27: tensor<64xf32> {tf.aliasing_output = 25 : i32}, %arg28: tensor<64xf32> {tf.aliasing_output = 26 : i32}, %arg29: tensor<3x3x64x64xf32> {tf.aliasing_output = 27 : i32}, %arg30: tensor<64xf32> {tf.aliasing_output = 28 : i32}, %arg31: tensor<64xf32> {tf.aliasing_output = 29 : i32}, %arg32: tensor<1x1x64x256xf32> {tf.aliasing_output = 30 : i32}, %arg33: tensor<256xf32> {tf.aliasing_output = 31 : i32}, %arg34: tensor<256xf32> {tf.aliasing_output = 32 : i32}, %arg35: tensor<1x1x256x128xf32> {tf.aliasing_output = 33 : i32}, %arg36: tensor<128xf32> {tf.aliasing_output = 34 : i32}, %arg37: tensor<128xf32> {tf.aliasing_output = 35 : i32}, %arg38: tensor<3x3x128x128xf32> {tf.aliasing_output = 36 : i32}, %arg39: tensor<128xf32> {tf.aliasing_output = 37 : i32}, %arg40: tensor<128xf32> {tf.aliasing_output = 38 : i32}, %arg41: tensor<1x1x128x512xf32> {tf.aliasing_output = 39 : i32}, %arg42: tensor<512xf32> {tf.aliasing_output = 40 : i32}, %arg43: tensor<512xf32> {tf.aliasing_output = 41 : i32}, %arg44: tensor<1x1x256x512xf32> {tf.aliasing_output = 42 : i32}, %arg45: tensor<512xf32> {tf.aliasing_output = 43 : i32}, %arg46: tensor<512xf32> {tf.aliasing_output = 44 : i32}, %arg47: tensor<1x1x512x128xf32> {tf.aliasing_output = 45 : i32}, %arg48: tensor<128xf32> {tf.aliasing_output = 46 : i32}, %arg49: tensor<128xf32> {tf.aliasing_output = 47 : i32}, %arg50: tensor<3x3x128x128xf32> {tf.aliasing_output = 48 : i32}, %arg51: tensor<128xf32> {tf.aliasing_output = 49 : i32}, %arg52: tensor<128xf32> {tf.aliasing_output = 50 : i32}, %arg53: tensor<1x1x128x512xf32> {tf.aliasing_output = 51 : i32}, %arg54: tensor<512xf32> {tf.aliasing_output = 52 : i32}, %arg55: tensor<512xf32> {tf.aliasing_output = 53 : i32}, %arg56: tensor<1x1x512x128xf32> {tf.aliasing_output = 54 : i32}, %arg57: tensor<128xf32> {tf.aliasing_output = 55 : i32}, %arg58: tensor<128xf32> {tf.aliasing_output = 56 : i32}, %arg59: tensor<3x3x128x128xf32> {tf.aliasing_output = 57 : i32}, %arg60: tensor<128xf32> {tf.aliasing_output = 58 : i32}, %arg61: tensor<128xf32> {tf.aliasing_output = 59 : i32}, %arg62: tensor<1x1x128x512xf32> {tf.aliasing_output = 60 : i32}, %arg63: tensor<512xf32> {tf.aliasing_output = 61 : i32}, %arg64: tensor<512xf32> {tf.aliasing_output = 62 : i32}, %arg65: tensor<1x1x512x128xf32> {tf.aliasing_output = 63 : i32}, %arg66: tensor<128xf32> {tf.aliasing_output = 64 : i32}, %arg67: tensor<128xf32> {tf.aliasing_output = 65 : i32}, %arg68: tensor<3x3x128x128xf32> {tf.aliasing_output = 66 : i32}, %arg69: tensor<128xf32> {tf.aliasing_output = 67 : i32}, %arg70: tensor<128xf32> {tf.aliasing_output = 68 : i32}, %arg71: tensor<1x1x128x512xf32> {tf.aliasing_output = 69 : i32}, %arg72: tensor<512xf32> {tf.aliasing_output = 70 : i32}, %arg73: tensor<512xf32> {tf.aliasing_output = 71 : i32}, %arg74: tensor<1x1x512x256xf32> {tf.aliasing_output = 72 : i32}, %arg75: tensor<256xf32> {tf.aliasing_output = 73 : i32}, %arg76: tensor<256xf32> {tf.aliasing_output = 74 : i32}, %arg77: tensor<3x3x256x256xf32> {tf.aliasing_output = 75 : i32}, %arg78: tensor<256xf32> {tf.aliasing_output = 76 : i32}, %arg79: tensor<256xf32> {tf.aliasing_output = 77 : i32}, %arg80: tensor<1x1x256x1024xf32> {tf.aliasing_output = 78 : i32}, %arg81: tensor<1024xf32> {tf.aliasing_output = 79 : i32}, %arg82: tensor<1024xf32> {tf.aliasing_output = 80 : i32}, %arg83: tensor<1x1x512x1024xf32> {tf.aliasing_output = 81 : i32}, %arg84: tensor<1024xf32> {tf.aliasing_output = 82 : i32}, %arg85: tensor<1024xf32> {tf.aliasing_output = 83 : i32}, %arg86: tensor<1x1x1024x256xf32> {tf.aliasing_output = 84 : i32}, %arg87: tensor<256xf32> {tf.aliasing_output = 85 : i32}, %arg88: tensor<256xf32> {tf.aliasing_output = 86 : i32}, %arg89: tensor<3x3x256x256xf32> {tf.aliasing_output = 87 : i32}, %arg90: tensor<256xf32> {tf.aliasing_output = 88 : i32}, %arg91: tensor<256xf32> {tf.aliasing_output = 89 : i32}, %arg92: tensor<1x1x256x1024xf32> {tf.aliasing_output = 90 : i32}, %arg93: tensor<1024xf32> {tf.aliasing_output = 91 : i32}, %arg94: tensor<1024xf32> {tf.aliasing_output = 92 : i32}, %arg95: tensor<1x1x1024x256xf32> {tf.aliasing_output = 93 : i32}, %arg96: tensor<256xf32> {tf.aliasing_output = 94 : i32}, %arg97: tensor<256xf32> {tf.aliasing_output = 95 : i32}, %arg98: tensor<3x3x256x256xf32> {tf.aliasing_output = 96 : i32}, %arg99: tensor<256xf32> {tf.aliasing_output = 97 : i32}, %arg100: tensor<256xf32> {tf.aliasing_output = 98 : i32}, %arg101: tensor<1x1x256x1024xf32> {tf.aliasing_output = 99 : i32}, %arg102: tensor<1024xf32> {tf.aliasing_output = 100 : i32}, %arg103: tensor<1024xf32> {tf.aliasing_output = 101 : i32}, %arg104: tensor<1x1x1024x256xf32> {tf.aliasing_output = 102 : i32}, %arg105: tensor<256xf32> {tf.aliasing_output = 103 : i32}, %arg106: tensor<256xf32> {tf.aliasing_output = 104 : i32}, %arg107: tensor<3x3x256x256xf32> {tf.aliasing_output = 105 : i32}, %arg108: tensor<256xf32> {tf.aliasing_output = 106 : i32}, %arg109: tensor<256xf32> {tf.aliasing_output = 107 : i32}, %arg110: tensor<1x1x256x1024xf32> {tf.aliasing_output = 108 : i32}, %arg111: tensor<1024xf32> {tf.aliasing_output = 109 : i32}, %arg112: tensor<1024xf32> {tf.aliasing_output = 110 : i32}, %arg113: tensor<1x1x1024x256xf32> {tf.aliasing_output = 111 : i32}, %arg114: tensor<256xf32> {tf.aliasing_output = 112 : i32}, %arg115: tensor<256xf32> {tf.aliasing_output = 113 : i32}, %arg116: tensor<3x3x256x256xf32> {tf.aliasing_output = 114 : i32}, %arg117: tensor<256xf32> {tf.aliasing_output = 115 : i32}, %arg118: tensor<256xf32> {tf.aliasing_output = 116 : i32}, %arg119: tensor<1x1x256x1024xf32> {tf.aliasing_output = 117 : i32}, %arg120: tensor<1024xf32> {tf.aliasing_output = 118 : i32}, %arg121: tensor<1024xf32> {tf.aliasing_output = 119 : i32}, %arg122: tensor<1x1x1024x256xf32> {tf.aliasing_output = 120 : i32}, %arg123: tensor<256xf32> {tf.aliasing_output = 121 : i32}, %arg124: tensor<256xf32> {tf.aliasing_output = 122 : i32}, %arg125: tensor<3x3x256x256xf32> {tf.aliasing_output = 123 : i32}, %arg126: tensor<256xf32> {tf.aliasing_output = 124 : i32}, %arg127: tensor<256xf32> {tf.aliasing_output = 125 : i32}, %arg128: tensor<1x1x256x1024xf32> {tf.aliasing_output = 126 : i32}, %arg129: tensor<1024xf32> {tf.aliasing_output = 127 : i32}, %arg130: tensor<1024xf32> {tf.aliasing_output = 128 : i32}, %arg131: tensor<1x1x1024x512xf32> {tf.aliasing_output = 129 : i32}, %arg132: tensor<512xf32> {tf.aliasing_output = 130 : i32}, %arg133: tensor<512xf32> {tf.aliasing_output = 131 : i32}, %arg134: tensor<3x3x512x512xf32> {tf.aliasing_output = 132 : i32}, %arg135: tensor<512xf32> {tf.aliasing_output = 133 : i32}, %arg136: tensor<512xf32> {tf.aliasing_output = 134 : i32}, %arg137: tensor<1x1x512x2048xf32> {tf.aliasing_output = 135 : i32}, %arg138: tensor<2048xf32> {tf.aliasing_output = 136 : i32}, %arg139: tensor<2048xf32> {tf.aliasing_output = 137 : i32}, %arg140: tensor<1x1x1024x2048xf32> {tf.aliasing_output = 138 : i32}, %arg141: tensor<2048xf32> {tf.aliasing_output = 139 : i32}, %arg142: tensor<2048xf32> {tf.aliasing_output = 140 : i32}, %arg143: tensor<1x1x2048x512xf32> {tf.aliasing_output = 141 : i32}, %arg144: tensor<512xf32> {tf.aliasing_output = 142 : i32}, %arg145: tensor<512xf32> {tf.aliasing_output = 143 : i32}, %arg146: tensor<3x3x512x512xf32> {tf.aliasing_output = 144 : i32}, %arg147: tensor<512xf32> {tf.aliasing_output = 145 : i32}, %arg148: tensor<512xf32> {tf.aliasing_output = 146 : i32}, %arg149: tensor<1x1x512x2048xf32> {tf.aliasing_output = 147 : i32}, %arg150: tensor<2048xf32> {tf.aliasing_output = 148 : i32}, %arg151: tensor<2048xf32> {tf.aliasing_output = 149 : i32}, %arg152: tensor<1x1x2048x512xf32> {tf.aliasing_output = 150 : i32}, %arg153: tensor<512xf32> {tf.aliasing_output = 151 : i32}, %arg154: tensor<512xf32> {tf.aliasing_output = 152 : i32}, %arg155: tensor<3x3x512x512xf32> {tf.aliasing_output = 153 : i32}, %arg156: tensor<512xf32> {tf.aliasing_output = 154 : i32}, %arg157: tensor<512xf32> {tf.aliasing_output = 155 : i32}, %arg158: tensor<1x1x512x2048xf32> {tf.aliasing_output = 156 : i32}, %arg159: tensor<2048xf32> {tf.aliasing_output = 157 : i32}, %arg160: tensor<2048xf32> {tf.aliasing_output = 158 : i32}, %arg161: tensor<2048x1000xf32> {tf.aliasing_output = 159 : i32}, %arg162: tensor<1000xf32> {tf.aliasing_output = 160 : i32}) -> (tensor<7x7x3x64xf32> {jax.result_info = "result[0]"}, tensor<64xf32> {jax.result_info = "result[1]"}, tensor<64xf32> {jax.result_info = "result[2]"}, tensor<1x1x64x64xf32> {jax.result_info = "result[3]"}, tensor<64xf32> {jax.result_info = "result[4]"}, tensor<64xf32> {jax.result_info = "result[5]"}, tensor<3x3x64x64xf32> {jax.result_info = "result[6]"}, tensor<64xf32> {jax.result_info = "result[7]"}, tensor<64xf32> {jax.result_info = "result[8]"}, tensor<1x1x64x256xf32> {jax.result_info = "result[9]"}, tensor<256xf32> {jax.result_info = "result[10]"}, tensor<256xf32> {jax.result_info = "result[11]"}, tensor<1x1x64x256xf32> {jax.result_info = "result[12]"}, tensor<256xf32> {jax.result_info = "result[13]"}, tensor<256xf32> {jax.result_info = "result[14]"}, tensor<1x1x256x64xf32> {jax.result_info = "result[15]"}, tensor<64xf32> {jax.result_info = "result[16]"}, tensor<64xf32> {jax.result_info = "result[17]"}, tensor<3x3x64x64xf32> {jax.result_info = "result[18]"}, tensor<64xf32> {jax.result_info = "result[19]"}, tensor<64xf32> {jax.result_info = "result[20]"}, tensor<1x1x64x256xf32> {jax.result_info = "result[21]"}, tensor<256xf32> {jax.result_info = "result[22]"}, tensor<256xf32> {jax.result_info = "result[23]"}, tensor<1x1x256x64xf32> {jax.result_info = "result[24]"}, tensor<64xf32> {jax.result_info = "result[25]"}, tensor<64xf32> {jax.result_info = "result[26]"}, tensor<3x3x64x64xf32> {jax.result_info = "result[27]"}, tensor<64xf32> {jax.result_info = "result[28]"}, tensor<64xf32> {jax.result_info = "result[29]"}, tensor<1x1x64x256xf32> {jax.result_info = "result[30]"}, tensor<256xf32> {jax.result_info = "result[31]"}, tensor<256xf32> {jax.result_info = "result[32]"}, tensor<1x1x256x128xf32> {jax.result_info = "result[33]"}, tensor<128xf32> {jax.result_info = "result[34]"}, tensor<128xf32> {jax.result_info = "result[35]"}, tensor<3x3x128x128xf32> {jax.result_info = "result[36]"}, tensor<128xf32> {jax.result_info = "result[37]"}, tensor<128xf32> {jax.result_info = "result[38]"}, tensor<1x1x128x512xf32> {jax.result_info = "result[39]"}, tensor<512xf32> {jax.result_info = "result[40]"}, tensor<512xf32> {jax.result_info = "result[41]"}, tensor<1x1x256x512xf32> {jax.result_info = "result[42]"}, tensor<512xf32> {jax.result_info = "result[43]"}, tensor<512xf32> {jax.result_info = "result[44]"}, tensor<1x1x512x128xf32> {jax.result_info = "result[45]"}, tensor<128xf32> {jax.result_info = "result[46]"}, tensor<128xf32> {jax.result_info = "result[47]"}, tensor<3x3x128x128xf32> {jax.result_info = "result[48]"}, tensor<128xf32> {jax.result_info = "result[49]"}, tensor<128xf32> {jax.result_info = "result[50]"}, tensor<1x1x128x512xf32> {jax.result_info = "result[51]"}, tensor<512xf32> {jax.result_info = "result[52]"}, tensor<512xf32> {jax.result_info = "result[53]"}, tensor<1x1x512x128xf32> {jax.result_info = "result[54]"}, tensor<128xf32> {jax.result_info = "result[55]"}, tensor<128xf32> {jax.result_info = "result[56]"}, tensor<3x3x128x128xf32> {jax.result_info = "result[57]"}, tensor<128xf32> {jax.result_info = "result[58]"}, tensor<128xf32> {jax.result_info = "result[59]"}, tensor<1x1x128x512xf32> {jax.result_info = "result[60]"}, tensor<512xf32> {jax.result_info = "result[61]"}, tensor<512xf32> {jax.result_info = "result[62]"}, tensor<1x1x512x128xf32> {jax.result_info = "result[63]"}, tensor<128xf32> {jax.result_info = "result[64]"}, tensor<128xf32> {jax.result_info = "result[65]"}, tensor<3x3x128x128xf32> {jax.result_info = "result[66]"}, tensor<128xf32> {jax.result_info = "result[67]"}, tensor<128xf32> {jax.result_info = "result[68]"}, tensor<1x1x128x512xf32> {jax.result_info = "result[69]"}, tensor<512xf32> {jax.result_info = "result[70]"}, tensor<512xf32> {jax.result_info = "result[71]"}, tensor<1x1x512x256xf32> {jax.result_info = "result[72]"}, tensor<256xf32> {jax.result_info = "result[73]"}, tensor<256xf32> {jax.result_info = "result[74]"}, tensor<3x3x256x256xf32> {jax.result_info = "result[75]"}, tensor<256xf32> {jax.result_info = "result[76]"}, tensor<256xf32> {jax.result_info = "result[77]"}, tensor<1x1x256x1024xf32> {jax.result_info = "result[78]"}, tensor<1024xf32> {jax.result_info = "result[79]"}, tensor<1024xf32> {jax.result_info = "result[80]"}, tensor<1x1x512x1024xf32> {jax.result_info = "result[81]"}, tensor<1024xf32> {jax.result_info = "result[82]"}, tensor<1024xf32> {jax.result_info = "result[83]"}, tensor<1x1x1024x256xf32> {jax.result_info = "result[84]"}, tensor<256xf32> {jax.result_info = "result[85]"}, tensor<256xf32> {jax.result_info = "result[86]"}, tensor<3x3x256x256xf32> {jax.result_info = "result[87]"}, tensor<256xf32> {jax.result_info = "result[88]"}, tensor<256xf32> {jax.result_info = "result[89]"}, tensor<1x1x256x1024xf32> {jax.result_info = "result[90]"}, tensor<1024xf32> {jax.result_info = "result[91]"}, tensor<1024xf32> {jax.result_info = "result[92]"}, tensor<1x1x1024x256xf32> {jax.result_info = "result[93]"}, tensor<256xf32> {jax.result_info = "result[94]"}, tensor<256xf32> {jax.result_info = "result[95]"}, tensor<3x3x256x256xf32> {jax.result_info = "result[96]"}, tensor<256xf32> {jax.result_info = "result[97]"}, tensor<256xf32> {jax.result_info = "result[98]"}, tensor<1x1x256x1024xf32> {jax.result_info = "result[99]"}, tensor<1024xf32> {jax.result_info = "result[100]"}, tensor<1024xf32> {jax.result_info = "result[101]"}, tensor<1x1x1024x256xf32> {jax.result_info = "result[102]"}, tensor<256xf32> {jax.result_info = "result[103]"}, tensor<256xf32> {jax.result_info = "result[104]"}, tensor<3x3x256x256xf32> {jax.result_info = "result[105]"}, tensor<256xf32> {jax.result_info = "result[106]"}, tensor<256xf32> {jax.result_info = "result[107]"}, tensor<1x1x256x1024xf32> {jax.result_info = "result[108]"}, tensor<1024xf32> {jax.result_info = "result[109]"}, tensor<1024xf32> {jax.result_info = "result[110]"}, tensor<1x1x1024x256xf32> {jax.result_info = "result[111]"}, tensor<256xf32> {jax.result_info = "result[112]"}, tensor<256xf32> {jax.result_info = "result[113]"}, tensor<3x3x256x256xf32> {jax.result_info = "result[114]"}, tensor<256xf32> {jax.result_info = "result[115]"}, tensor<256xf32> {jax.result_info = "result[116]"}, tensor<1x1x256x1024xf32> {jax.result_info = "result[117]"}, tensor<1024xf32> {jax.result_info = "result[118]"}, tensor<1024xf32> {jax.result_info = "result[119]"}, tensor<1x1x1024x256xf32> {jax.result_info = "result[120]"}, tensor<256xf32> {jax.result_info = "result[121]"}, tensor<256xf32> {jax.result_info = "result[122]"}, tensor<3x3x256x256xf32> {jax.result_info = "result[123]"}, tensor<256xf32> {jax.result_info = "result[124]"}, tensor<256xf32> {jax.result_info = "result[125]"}, tensor<1x1x256x1024xf32> {jax.result_info = "result[126]"}, tensor<1024xf32> {jax.result_info = "result[127]"}, tensor<1024xf32> {jax.result_info = "result[128]"}, tensor<1x1x1024x512xf32> {jax.result_info = "result[129]"}, tensor<512xf32> {jax.result_info = "result[130]"}, tensor<512xf32> {jax.result_info = "result[131]"}, tensor<3x3x512x512xf32> {jax.result_info = "result[132]"}, tensor<512xf32> {jax.result_info = "result[133]"}, tensor<512xf32> {jax.result_info = "result[134]"}, tensor<1x1x512x2048xf32> {jax.result_info = "result[135]"}, tensor<2048xf32> {jax.result_info = "result[136]"}, tensor<2048xf32> {jax.result_info = "result[137]"}, tensor<1x1x1024x2048xf32> {jax.result_info = "result[138]"}, tensor<2048xf32> {jax.result_info = "result[139]"}, tensor<2048xf32> {jax.result_info = "result[140]"}, tensor<1x1x2048x512xf32> {jax.result_info = "result[141]"}, tensor<512xf32> {jax.result_info = "result[142]"}, tensor<512xf32> {jax.result_info = "result[143]"}, tensor<3x3x512x512xf32> {jax.result_info = "result[144]"}, tensor<512xf32> {jax.result_info = "result[145]"}, tensor<512xf32> {jax.result_info = "result[146]"}, tensor<1x1x512x2048xf32> {jax.result_info = "result[147]"}, tensor<2048xf32> {jax.result_info = "result[148]"}, tensor<2048xf32> {jax.result_info = "result[149]"}, tensor<1x1x2048x512xf32> {jax.result_info = "result[150]"}, tensor<512xf32> {jax.result_info = "result[151]"}, tensor<512xf32> {jax.result_info = "result[152]"}, tensor<3x3x512x512xf32> {jax.result_info = "result[153]"}, tensor<512xf32> {jax.result_info = "result[154]"}, tensor<512xf32> {jax.result_info = "result[155]"}, tensor<1x1x512x2048xf32> {jax.result_info = "result[156]"}, tensor<2048xf32> {jax.result_info = "result[157]"}, tensor<2048xf32> {jax.result_info = "result[158]"}, tensor<2048x1000xf32> {jax.result_info = "result[159]"}, tensor<1000xf32> {jax.result_info = "result[160]"}) {
    %0 = stablehlo.convolution(%arg0, %arg2) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2], pad = [[2, 3], [2, 3]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x224x224x3xf32>, tensor<7x7x3x64xf32>) -> tensor<8x112x112x64xf32>
    %1 = stablehlo.broadcast_in_dim %arg3, dims = [3] : (tensor<64xf32>) -> tensor<1x1x1x64xf32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [0, 1, 2, 3] : (tensor<1x1x1x64xf32>) -> tensor<8x112x112x64xf32>
    %3 = stablehlo.multiply %0, %2 : tensor<8x112x112x64xf32>
    %4 = stablehlo.broadcast_in_dim %arg4, dims = [3] : (tensor<64xf32>) -> tensor<1x1x1x64xf32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [0, 1, 2, 3] : (tensor<1x1x1x64xf32>) -> tensor<8x112x112x64xf32>
    %6 = stablehlo.add %3, %5 : tensor<8x112x112x64xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %7 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x112x112x64xf32>
    %8 = stablehlo.compare GT, %6, %7, FLOAT : (tensor<8x112x112x64xf32>, tensor<8x112x112x64xf32>) -> tensor<8x112x112x64xi1>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %9 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<8x112x112x64xf32>
    %10 = stablehlo.select %8, %6, %9 : tensor<8x112x112x64xi1>, tensor<8x112x112x64xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %11 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<8x112x112x64xf32>
    %cst_2 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %12 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<f32>
    %13 = "stablehlo.reduce_window"(%10, %12) <{base_dilations = array<i64: 1, 1, 1, 1>, padding = dense<[[0, 0], [0, 1], [0, 1], [0, 0]]> : tensor<4x2xi64>, window_dilations = array<i64: 1, 1, 1, 1>, window_dimensions = array<i64: 1, 3, 3, 1>, window_strides = array<i64: 1, 2, 2, 1>}> ({
    ^bb0(%arg163: tensor<f32>, %arg164: tensor<f32>):
      %593 = stablehlo.maximum %arg163, %arg164 : tensor<f32>
      stablehlo.return %593 : tensor<f32>
    }) : (tensor<8x112x112x64xf32>, tensor<f32>) -> tensor<8x56x56x64xf32>
    %14:17 = call @block(%13, %arg5, %arg6, %arg7, %arg8, %arg9, %arg10, %arg11, %arg12, %arg13, %arg14, %arg15, %arg16) : (tensor<8x56x56x64xf32>, tensor<1x1x64x64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<3x3x64x64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<1x1x64x256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<1x1x64x256xf32>, tensor<256xf32>, tensor<256xf32>) -> (tensor<8x56x56x256xf32>, tensor<1x1x1x64xf32>, tensor<8x56x56x64xf32>, tensor<8x56x56x64xi1>, tensor<8x56x56x64xf32>, tensor<8x56x56x64xf32>, tensor<1x1x1x64xf32>, tensor<8x56x56x64xf32>, tensor<8x56x56x64xi1>, tensor<8x56x56x64xf32>, tensor<8x56x56x64xf32>, tensor<1x1x1x256xf32>, tensor<8x56x56x256xf32>, tensor<1x1x1x256xf32>, tensor<8x56x56x256xf32>, tensor<8x56x56x256xi1>, tensor<8x56x56x256xf32>)
    %15:15 = call @block_0(%14#0, %arg17, %arg18, %arg19, %arg20, %arg21, %arg22, %arg23, %arg24, %arg25) : (tensor<8x56x56x256xf32>, tensor<1x1x256x64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<3x3x64x64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<1x1x64x256xf32>, tensor<256xf32>, tensor<256xf32>) -> (tensor<8x56x56x256xf32>, tensor<1x1x1x64xf32>, tensor<8x56x56x64xf32>, tensor<8x56x56x64xi1>, tensor<8x56x56x64xf32>, tensor<8x56x56x64xf32>, tensor<1x1x1x64xf32>, tensor<8x56x56x64xf32>, tensor<8x56x56x64xi1>, tensor<8x56x56x64xf32>, tensor<8x56x56x64xf32>, tensor<1x1x1x256xf32>, tensor<8x56x56x256xf32>, tensor<8x56x56x256xi1>, tensor<8x56x56x256xf32>)
    %16:15 = call @block_0(%15#0, %arg26, %arg27, %arg28, %arg29, %arg30, %arg31, %arg32, %arg33, %arg34) : (tensor<8x56x56x256xf32>, tensor<1x1x256x64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<3x3x64x64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<1x1x64x256xf32>, tensor<256xf32>, tensor<256xf32>) -> (tensor<8x56x56x256xf32>, tensor<1x1x1x64xf32>, tensor<8x56x56x64xf32>, tensor<8x56x56x64xi1>, tensor<8x56x56x64xf32>, tensor<8x56x56x64xf32>, tensor<1x1x1x64xf32>, tensor<8x56x56x64xf32>, tensor<8x56x56x64xi1>, tensor<8x56x56x64xf32>, tensor<8x56x56x64xf32>, tensor<1x1x1x256xf32>, tensor<8x56x56x256xf32>, tensor<8x56x56x256xi1>, tensor<8x56x56x256xf32>)
    %17:17 = call @block_1(%16#0, %arg35, %arg36, %arg37, %arg38, %arg39, %arg40, %arg41, %arg42, %arg43, %arg44, %arg45, %arg46) : (tensor<8x56x56x256xf32>, tensor<1x1x256x128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<3x3x128x128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<1x1x128x512xf32>, tensor<512xf32>, tensor<512xf32>, tensor<1x1x256x512xf32>, tensor<512xf32>, tensor<512xf32>) -> (tensor<8x28x28x512xf32>, tensor<1x1x1x128xf32>, tensor<8x56x56x128xf32>, tensor<8x56x56x128xi1>, tensor<8x56x56x128xf32>, tensor<8x56x56x128xf32>, tensor<1x1x1x128xf32>, tensor<8x28x28x128xf32>, tensor<8x28x28x128xi1>, tensor<8x28x28x128xf32>, tensor<8x28x28x128xf32>, tensor<1x1x1x512xf32>, tensor<8x28x28x512xf32>, tensor<1x1x1x512xf32>, tensor<8x28x28x512xf32>, tensor<8x28x28x512xi1>, tensor<8x28x28x512xf32>)
    %18:15 = call @block_2(%17#0, %arg47, %arg48, %arg49, %arg50, %arg51, %arg52, %arg53, %arg54, %arg55) : (tensor<8x28x28x512xf32>, tensor<1x1x512x128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<3x3x128x128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<1x1x128x512xf32>, tensor<512xf32>, tensor<512xf32>) -> (tensor<8x28x28x512xf32>, tensor<1x1x1x128xf32>, tensor<8x28x28x128xf32>, tensor<8x28x28x128xi1>, tensor<8x28x28x128xf32>, tensor<8x28x28x128xf32>, tensor<1x1x1x128xf32>, tensor<8x28x28x128xf32>, tensor<8x28x28x128xi1>, tensor<8x28x28x128xf32>, tensor<8x28x28x128xf32>, tensor<1x1x1x512xf32>, tensor<8x28x28x512xf32>, tensor<8x28x28x512xi1>, tensor<8x28x28x512xf32>)
    %19:15 = call @block_2(%18#0, %arg56, %arg57, %arg58, %arg59, %arg60, %arg61, %arg62, %arg63, %arg64) : (tensor<8x28x28x512xf32>, tensor<1x1x512x128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<3x3x128x128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<1x1x128x512xf32>, tensor<512xf32>, tensor<512xf32>) -> (tensor<8x28x28x512xf32>, tensor<1x1x1x128xf32>, tensor<8x28x28x128xf32>, tensor<8x28x28x128xi1>, tensor<8x28x28x128xf32>, tensor<8x28x28x128xf32>, tensor<1x1x1x128xf32>, tensor<8x28x28x128xf32>, tensor<8x28x28x128xi1>, tensor<8x28x28x128xf32>, tensor<8x28x28x128xf32>, tensor<1x1x1x512xf32>, tensor<8x28x28x512xf32>, tensor<8x28x28x512xi1>, tensor<8x28x28x512xf32>)
    %20:15 = call @block_2(%19#0, %arg65, %arg66, %arg67, %arg68, %arg69, %arg70, %arg71, %arg72, %arg73) : (tensor<8x28x28x512xf32>, tensor<1x1x512x128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<3x3x128x128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<1x1x128x512xf32>, tensor<512xf32>, tensor<512xf32>) -> (tensor<8x28x28x512xf32>, tensor<1x1x1x128xf32>, tensor<8x28x28x128xf32>, tensor<8x28x28x128xi1>, tensor<8x28x28x128xf32>, tensor<8x28x28x128xf32>, tensor<1x1x1x128xf32>, tensor<8x28x28x128xf32>, tensor<8x28x28x128xi1>, tensor<8x28x28x128xf32>, tensor<8x28x28x128xf32>, tensor<1x1x1x512xf32>, tensor<8x28x28x512xf32>, tensor<8x28x28x512xi1>, tensor<8x28x28x512xf32>)
    %21:17 = call @block_3(%20#0, %arg74, %arg75, %arg76, %arg77, %arg78, %arg79, %arg80, %arg81, %arg82, %arg83, %arg84, %arg85) : (tensor<8x28x28x512xf32>, tensor<1x1x512x256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<3x3x256x256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<1x1x256x1024xf32>, tensor<1024xf32>, tensor<1024xf32>, tensor<1x1x512x1024xf32>, tensor<1024xf32>, tensor<1024xf32>) -> (tensor<8x14x14x1024xf32>, tensor<1x1x1x256xf32>, tensor<8x28x28x256xf32>, tensor<8x28x28x256xi1>, tensor<8x28x28x256xf32>, tensor<8x28x28x256xf32>, tensor<1x1x1x256xf32>, tensor<8x14x14x256xf32>, tensor<8x14x14x256xi1>, tensor<8x14x14x256xf32>, tensor<8x14x14x256xf32>, tensor<1x1x1x1024xf32>, tensor<8x14x14x1024xf32>, tensor<1x1x1x1024xf32>, tensor<8x14x14x1024xf32>, tensor<8x14x14x1024xi1>, tensor<8x14x14x1024xf32>)
    %22:15 = call @block_4(%21#0, %arg86, %arg87, %arg88, %arg89, %arg90, %arg91, %arg92, %arg93, %arg94) : (tensor<8x14x14x1024xf32>, tensor<1x1x1024x256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<3x3x256x256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<1x1x256x1024xf32>, tensor<1024xf32>, tensor<1024xf32>) -> (tensor<8x14x14x1024xf32>, tensor<1x1x1x256xf32>, tensor<8x14x14x256xf32>, tensor<8x14x14x256xi1>, tensor<8x14x14x256xf32>, tensor<8x14x14x256xf32>, tensor<1x1x1x256xf32>, tensor<8x14x14x256xf32>, tensor<8x14x14x256xi1>, tensor<8x14x14x256xf32>, tensor<8x14x14x256xf32>, tensor<1x1x1x1024xf32>, tensor<8x14x14x1024xf32>, tensor<8x14x14x1024xi1>, tensor<8x14x14x1024xf32>)
    %23:15 = call @block_4(%22#0, %arg95, %arg96, %arg97, %arg98, %arg99, %arg100, %arg101, %arg102, %arg103) : (tensor<8x14x14x1024xf32>, tensor<1x1x1024x256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<3x3x256x256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<1x1x256x1024xf32>, tensor<1024xf32>, tensor<1024xf32>) -> (tensor<8x14x14x1024xf32>, tensor<1x1x1x256xf32>, tensor<8x14x14x256xf32>, tensor<8x14x14x256xi1>, tensor<8x14x14x256xf32>, tensor<8x14x14x256xf32>, tensor<1x1x1x256xf32>, tensor<8x14x14x256xf32>, tensor<8x14x14x256xi1>, tensor<8x14x14x256xf32>, tensor<8x14x14x256xf32>, tensor<1x1x1x1024xf32>, tensor<8x14x14x1024xf32>, tensor<8x14x14x1024xi1>, tensor<8x14x14x1024xf32>)
    %24:15 = call @block_4(%23#0, %arg104, %arg105, %arg106, %arg107, %arg108, %arg109, %arg110, %arg111, %arg112) : (tensor<8x14x14x1024xf32>, tensor<1x1x1024x256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<3x3x256x256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<1x1x256x1024xf32>, tensor<1024xf32>, tensor<1024xf32>) -> (tensor<8x14x14x1024xf32>, tensor<1x1x1x256xf32>, tensor<8x14x14x256xf32>, tensor<8x14x14x256xi1>, tensor<8x14x14x256xf32>, tensor<8x14x14x256xf32>, tensor<1x1x1x256xf32>, tensor<8x14x14x256xf32>, tensor<8x14x14x256xi1>, tensor<8x14x14x256xf32>, tensor<8x14x14x256xf32>, tensor<1x1x1x1024xf32>, tensor<8x14x14x1024xf32>, tensor<8x14x14x1024xi1>, tensor<8x14x14x1024xf32>)
    %25:15 = call @block_4(%24#0, %arg113, %arg114, %arg115, %arg116, %arg117, %arg118, %arg119, %arg120, %arg121) : (tensor<8x14x14x1024xf32>, tensor<1x1x1024x256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<3x3x256x256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<1x1x256x1024xf32>, tensor<1024xf32>, tensor<1024xf32>) -> (tensor<8x14x14x1024xf32>, tensor<1x1x1x256xf32>, tensor<8x14x14x256xf32>, tensor<8x14x14x256xi1>, tensor<8x14x14x256xf32>, tensor<8x14x14x256xf32>, tensor<1x1x1x256xf32>, tensor<8x14x14x256xf32>, tensor<8x14x14x256xi1>, tensor<8x14x14x256xf32>, tensor<8x14x14x256xf32>, tensor<1x1x1x1024xf32>, tensor<8x14x14x1024xf32>, tensor<8x14x14x1024xi1>, tensor<8x14x14x1024xf32>)
    %26:15 = call @block_4(%25#0, %arg122, %arg123, %arg124, %arg125, %arg126, %arg127, %arg128, %arg129, %arg130) : (tensor<8x14x14x1024xf32>, tensor<1x1x1024x256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<3x3x256x256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<1x1x256x1024xf32>, tensor<1024xf32>, tensor<1024xf32>) -> (tensor<8x14x14x1024xf32>, tensor<1x1x1x256xf32>, tensor<8x14x14x256xf32>, tensor<8x14x14x256xi1>, tensor<8x14x14x256xf32>, tensor<8x14x14x256xf32>, tensor<1x1x1x256xf32>, tensor<8x14x14x256xf32>, tensor<8x14x14x256xi1>, tensor<8x14x14x256xf32>, tensor<8x14x14x256xf32>, tensor<1x1x1x1024xf32>, tensor<8x14x14x1024xf32>, tensor<8x14x14x1024xi1>, tensor<8x14x14x1024xf32>)
    %27:17 = call @block_5(%26#0, %arg131, %arg132, %arg133, %arg134, %arg135, %arg136, %arg137, %arg138, %arg139, %arg140, %arg141, %arg142) : (tensor<8x14x14x1024xf32>, tensor<1x1x1024x512xf32>, tensor<512xf32>, tensor<512xf32>, tensor<3x3x512x512xf32>, tensor<512xf32>, tensor<512xf32>, tensor<1x1x512x2048xf32>, tensor<2048xf32>, tensor<2048xf32>, tensor<1x1x1024x2048xf32>, tensor<2048xf32>, tensor<2048xf32>) -> (tensor<8x7x7x2048xf32>, tensor<1x1x1x512xf32>, tensor<8x14x14x512xf32>, tensor<8x14x14x512xi1>, tensor<8x14x14x512xf32>, tensor<8x14x14x512xf32>, tensor<1x1x1x512xf32>, tensor<8x7x7x512xf32>, tensor<8x7x7x512xi1>, tensor<8x7x7x512xf32>, tensor<8x7x7x512xf32>, tensor<1x1x1x2048xf32>, tensor<8x7x7x2048xf32>, tensor<1x1x1x2048xf32>, tensor<8x7x7x2048xf32>, tensor<8x7x7x2048xi1>, tensor<8x7x7x2048xf32>)
    %28:15 = call @block_6(%27#0, %arg143, %arg144, %arg145, %arg146, %arg147, %arg148, %arg149, %arg150, %arg151) : (tensor<8x7x7x2048xf32>, tensor<1x1x2048x512xf32>, tensor<512xf32>, tensor<512xf32>, tensor<3x3x512x512xf32>, tensor<512xf32>, tensor<512xf32>, tensor<1x1x512x2048xf32>, tensor<2048xf32>, tensor<2048xf32>) -> (tensor<8x7x7x2048xf32>, tensor<1x1x1x512xf32>, tensor<8x7x7x512xf32>, tensor<8x7x7x512xi1>, tensor<8x7x7x512xf32>, tensor<8x7x7x512xf32>, tensor<1x1x1x512xf32>, tensor<8x7x7x512xf32>, tensor<8x7x7x512xi1>, tensor<8x7x7x512xf32>, tensor<8x7x7x512xf32>, tensor<1x1x1x2048xf32>, tensor<8x7x7x2048xf32>, tensor<8x7x7x2048xi1>, tensor<8x7x7x2048xf32>)
    %29:15 = call @block_6(%28#0, %arg152, %arg153, %arg154, %arg155, %arg156, %arg157, %arg158, %arg159, %arg160) : (tensor<8x7x7x2048xf32>, tensor<1x1x2048x512xf32>, tensor<512xf32>, tensor<512xf32>, tensor<3x3x512x512xf32>, tensor<512xf32>, tensor<512xf32>, tensor<1x1x512x2048xf32>, tensor<2048xf32>, tensor<2048xf32>) -> (tensor<8x7x7x2048xf32>, tensor<1x1x1x512xf32>, tensor<8x7x7x512xf32>, tensor<8x7x7x512xi1>, tensor<8x7x7x512xf32>, tensor<8x7x7x512xf32>, tensor<1x1x1x512xf32>, tensor<8x7x7x512xf32>, tensor<8x7x7x512xi1>, tensor<8x7x7x512xf32>, tensor<8x7x7x512xf32>, tensor<1x1x1x2048xf32>, tensor<8x7x7x2048xf32>, tensor<8x7x7x2048xi1>, tensor<8x7x7x2048xf32>)
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %30 = stablehlo.reduce(%29#0 init: %cst_3) applies stablehlo.add across dimensions = [1, 2] : (tensor<8x7x7x2048xf32>, tensor<f32>) -> tensor<8x2048xf32>
    %cst_4 = stablehlo.constant dense<4.900000e+01> : tensor<f32>
    %31 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<8x2048xf32>
    %32 = stablehlo.divide %30, %31 : tensor<8x2048xf32>
    %33 = stablehlo.dot_general %32, %arg161, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x2048xf32>, tensor<2048x1000xf32>) -> tensor<8x1000xf32>
    %34 = stablehlo.broadcast_in_dim %arg162, dims = [1] : (tensor<1000xf32>) -> tensor<1x1000xf32>
    %35 = stablehlo.broadcast_in_dim %34, dims = [0, 1] : (tensor<1x1000xf32>) -> tensor<8x1000xf32>
    %36 = stablehlo.add %33, %35 : tensor<8x1000xf32>
    %cst_5 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %37 = stablehlo.reduce(%36 init: %cst_5) applies stablehlo.maximum across dimensions = [1] : (tensor<8x1000xf32>, tensor<f32>) -> tensor<8xf32>
    %38 = stablehlo.reshape %37 : (tensor<8xf32>) -> tensor<8x1xf32>
    %39 = stablehlo.broadcast_in_dim %38, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x1000xf32>
    %40 = stablehlo.compare EQ, %36, %39, FLOAT : (tensor<8x1000xf32>, tensor<8x1000xf32>) -> tensor<8x1000xi1>
    %41 = stablehlo.convert %40 : (tensor<8x1000xi1>) -> tensor<8x1000xf32>
    %cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %42 = stablehlo.reduce(%41 init: %cst_6) applies stablehlo.add across dimensions = [1] : (tensor<8x1000xf32>, tensor<f32>) -> tensor<8xf32>
    %43 = stablehlo.broadcast_in_dim %37, dims = [0] : (tensor<8xf32>) -> tensor<8x1xf32>
    %44 = stablehlo.broadcast_in_dim %43, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x1000xf32>
    %45 = stablehlo.subtract %36, %44 : tensor<8x1000xf32>
    %46 = stablehlo.exponential %45 : tensor<8x1000xf32>
    %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %47 = stablehlo.reduce(%46 init: %cst_7) applies stablehlo.add across dimensions = [1] : (tensor<8x1000xf32>, tensor<f32>) -> tensor<8xf32>
    %48 = stablehlo.broadcast_in_dim %47, dims = [0] : (tensor<8xf32>) -> tensor<8x1xf32>
    %49 = stablehlo.log %48 : tensor<8x1xf32>
    %50 = stablehlo.broadcast_in_dim %49, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x1000xf32>
    %51 = stablehlo.subtract %45, %50 : tensor<8x1000xf32>
    %52 = stablehlo.multiply %arg1, %51 : tensor<8x1000xf32>
    %cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %53 = stablehlo.reduce(%52 init: %cst_8) applies stablehlo.add across dimensions = [1] : (tensor<8x1000xf32>, tensor<f32>) -> tensor<8xf32>
    %cst_9 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %54 = stablehlo.reduce(%53 init: %cst_9) applies stablehlo.add across dimensions = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
    %cst_10 = stablehlo.constant dense<8.000000e+00> : tensor<f32>
    %55 = stablehlo.divide %54, %cst_10 : tensor<f32>
    %56 = stablehlo.negate %55 : tensor<f32>
    %cst_11 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %57 = stablehlo.negate %cst_11 : tensor<f32>
    %cst_12 = stablehlo.constant dense<8.000000e+00> : tensor<f32>
    %58 = stablehlo.divide %57, %cst_12 : tensor<f32>
    %59 = stablehlo.broadcast_in_dim %58, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %60 = stablehlo.broadcast_in_dim %59, dims = [0] : (tensor<8xf32>) -> tensor<8x1000xf32>
    %61 = stablehlo.multiply %arg1, %60 : tensor<8x1000xf32>
    %62 = stablehlo.negate %61 : tensor<8x1000xf32>
    %cst_13 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %63 = stablehlo.reduce(%62 init: %cst_13) applies stablehlo.add across dimensions = [1] : (tensor<8x1000xf32>, tensor<f32>) -> tensor<8xf32>
    %64 = stablehlo.reshape %63 : (tensor<8xf32>) -> tensor<8x1xf32>
    %65 = stablehlo.divide %64, %48 : tensor<8x1xf32>
    %cst_14 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %66 = stablehlo.reduce(%65 init: %cst_14) applies stablehlo.add across dimensions = [1] : (tensor<8x1xf32>, tensor<f32>) -> tensor<8xf32>
    %67 = stablehlo.broadcast_in_dim %66, dims = [0] : (tensor<8xf32>) -> tensor<8x1000xf32>
    %68 = stablehlo.multiply %67, %46 : tensor<8x1000xf32>
    %69 = stablehlo.add %61, %68 : tensor<8x1000xf32>
    %cst_15 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %70 = stablehlo.reduce(%69 init: %cst_15) applies stablehlo.add across dimensions = [0] : (tensor<8x1000xf32>, tensor<f32>) -> tensor<1000xf32>
    %71 = stablehlo.reshape %70 : (tensor<1000xf32>) -> tensor<1x1000xf32>
    %cst_16 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %72 = stablehlo.reduce(%71 init: %cst_16) applies stablehlo.add across dimensions = [0] : (tensor<1x1000xf32>, tensor<f32>) -> tensor<1000xf32>
    %73 = stablehlo.dot_general %69, %32, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x1000xf32>, tensor<8x2048xf32>) -> tensor<1000x2048xf32>
    %74 = stablehlo.transpose %73, dims = [1, 0] : (tensor<1000x2048xf32>) -> tensor<2048x1000xf32>
    %75 = stablehlo.dot_general %69, %arg161, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x1000xf32>, tensor<2048x1000xf32>) -> tensor<8x2048xf32>
    %cst_17 = stablehlo.constant dense<4.900000e+01> : tensor<f32>
    %76 = stablehlo.broadcast_in_dim %cst_17, dims = [] : (tensor<f32>) -> tensor<8x2048xf32>
    %77 = stablehlo.divide %75, %76 : tensor<8x2048xf32>
    %78 = stablehlo.broadcast_in_dim %77, dims = [0, 3] : (tensor<8x2048xf32>) -> tensor<8x7x7x2048xf32>
    %79:10 = call @block_7(%arg152, %28#0, %29#1, %29#2, %29#3, %29#4, %arg155, %29#5, %29#6, %29#7, %29#8, %29#9, %arg158, %29#10, %29#11, %29#12, %29#13, %29#14, %78) : (tensor<1x1x2048x512xf32>, tensor<8x7x7x2048xf32>, tensor<1x1x1x512xf32>, tensor<8x7x7x512xf32>, tensor<8x7x7x512xi1>, tensor<8x7x7x512xf32>, tensor<3x3x512x512xf32>, tensor<8x7x7x512xf32>, tensor<1x1x1x512xf32>, tensor<8x7x7x512xf32>, tensor<8x7x7x512xi1>, tensor<8x7x7x512xf32>, tensor<1x1x512x2048xf32>, tensor<8x7x7x512xf32>, tensor<1x1x1x2048xf32>, tensor<8x7x7x2048xf32>, tensor<8x7x7x2048xi1>, tensor<8x7x7x2048xf32>, tensor<8x7x7x2048xf32>) -> (tensor<8x7x7x2048xf32>, tensor<1x1x2048x512xf32>, tensor<512xf32>, tensor<512xf32>, tensor<3x3x512x512xf32>, tensor<512xf32>, tensor<512xf32>, tensor<1x1x512x2048xf32>, tensor<2048xf32>, tensor<2048xf32>)
    %80:10 = call @block_7(%arg143, %27#0, %28#1, %28#2, %28#3, %28#4, %arg146, %28#5, %28#6, %28#7, %28#8, %28#9, %arg149, %28#10, %28#11, %28#12, %28#13, %28#14, %79#0) : (tensor<1x1x2048x512xf32>, tensor<8x7x7x2048xf32>, tensor<1x1x1x512xf32>, tensor<8x7x7x512xf32>, tensor<8x7x7x512xi1>, tensor<8x7x7x512xf32>, tensor<3x3x512x512xf32>, tensor<8x7x7x512xf32>, tensor<1x1x1x512xf32>, tensor<8x7x7x512xf32>, tensor<8x7x7x512xi1>, tensor<8x7x7x512xf32>, tensor<1x1x512x2048xf32>, tensor<8x7x7x512xf32>, tensor<1x1x1x2048xf32>, tensor<8x7x7x2048xf32>, tensor<8x7x7x2048xi1>, tensor<8x7x7x2048xf32>, tensor<8x7x7x2048xf32>) -> (tensor<8x7x7x2048xf32>, tensor<1x1x2048x512xf32>, tensor<512xf32>, tensor<512xf32>, tensor<3x3x512x512xf32>, tensor<512xf32>, tensor<512xf32>, tensor<1x1x512x2048xf32>, tensor<2048xf32>, tensor<2048xf32>)
    %81:13 = call @block_8(%arg131, %26#0, %27#1, %27#2, %27#3, %27#4, %arg134, %27#5, %27#6, %27#7, %27#8, %27#9, %arg137, %27#10, %27#11, %27#12, %arg140, %27#13, %27#14, %27#15, %27#16, %80#0) : (tensor<1x1x1024x512xf32>, tensor<8x14x14x1024xf32>, tensor<1x1x1x512xf32>, tensor<8x14x14x512xf32>, tensor<8x14x14x512xi1>, tensor<8x14x14x512xf32>, tensor<3x3x512x512xf32>, tensor<8x14x14x512xf32>, tensor<1x1x1x512xf32>, tensor<8x7x7x512xf32>, tensor<8x7x7x512xi1>, tensor<8x7x7x512xf32>, tensor<1x1x512x2048xf32>, tensor<8x7x7x512xf32>, tensor<1x1x1x2048xf32>, tensor<8x7x7x2048xf32>, tensor<1x1x1024x2048xf32>, tensor<1x1x1x2048xf32>, tensor<8x7x7x2048xf32>, tensor<8x7x7x2048xi1>, tensor<8x7x7x2048xf32>, tensor<8x7x7x2048xf32>) -> (tensor<8x14x14x1024xf32>, tensor<1x1x1024x512xf32>, tensor<512xf32>, tensor<512xf32>, tensor<3x3x512x512xf32>, tensor<512xf32>, tensor<512xf32>, tensor<1x1x512x2048xf32>, tensor<2048xf32>, tensor<2048xf32>, tensor<1x1x1024x2048xf32>, tensor<2048xf32>, tensor<2048xf32>)
    %82:10 = call @block_9(%arg122, %25#0, %26#1, %26#2, %26#3, %26#4, %arg125, %26#5, %26#6, %26#7, %26#8, %26#9, %arg128, %26#10, %26#11, %26#12, %26#13, %26#14, %81#0) : (tensor<1x1x1024x256xf32>, tensor<8x14x14x1024xf32>, tensor<1x1x1x256xf32>, tensor<8x14x14x256xf32>, tensor<8x14x14x256xi1>, tensor<8x14x14x256xf32>, tensor<3x3x256x256xf32>, tensor<8x14x14x256xf32>, tensor<1x1x1x256xf32>, tensor<8x14x14x256xf32>, tensor<8x14x14x256xi1>, tensor<8x14x14x256xf32>, tensor<1x1x256x1024xf32>, tensor<8x14x14x256xf32>, tensor<1x1x1x1024xf32>, tensor<8x14x14x1024xf32>, tensor<8x14x14x1024xi1>, tensor<8x14x14x1024xf32>, tensor<8x14x14x1024xf32>) -> (tensor<8x14x14x1024xf32>, tensor<1x1x1024x256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<3x3x256x256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<1x1x256x1024xf32>, tensor<1024xf32>, tensor<1024xf32>)
    %83:10 = call @block_9(%arg113, %24#0, %25#1, %25#2, %25#3, %25#4, %arg116, %25#5, %25#6, %25#7, %25#8, %25#9, %arg119, %25#10, %25#11, %25#12, %25#13, %25#14, %82#0) : (tensor<1x1x1024x256xf32>, tensor<8x14x14x1024xf32>, tensor<1x1x1x256xf32>, tensor<8x14x14x256xf32>, tensor<8x14x14x256xi1>, tensor<8x14x14x256xf32>, tensor<3x3x256x256xf32>, tensor<8x14x14x256xf32>, tensor<1x1x1x256xf32>, tensor<8x14x14x256xf32>, tensor<8x14x14x256xi1>, tensor<8x14x14x256xf32>, tensor<1x1x256x1024xf32>, tensor<8x14x14x256xf32>, tensor<1x1x1x1024xf32>, tensor<8x14x14x1024xf32>, tensor<8x14x14x1024xi1>, tensor<8x14x14x1024xf32>, tensor<8x14x14x1024xf32>) -> (tensor<8x14x14x1024xf32>, tensor<1x1x1024x256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<3x3x256x256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<1x1x256x1024xf32>, tensor<1024xf32>, tensor<1024xf32>)
    %84:10 = call @block_9(%arg104, %23#0, %24#1, %24#2, %24#3, %24#4, %arg107, %24#5, %24#6, %24#7, %24#8, %24#9, %arg110, %24#10, %24#11, %24#12, %24#13, %24#14, %83#0) : (tensor<1x1x1024x256xf32>, tensor<8x14x14x1024xf32>, tensor<1x1x1x256xf32>, tensor<8x14x14x256xf32>, tensor<8x14x14x256xi1>, tensor<8x14x14x256xf32>, tensor<3x3x256x256xf32>, tensor<8x14x14x256xf32>, tensor<1x1x1x256xf32>, tensor<8x14x14x256xf32>, tensor<8x14x14x256xi1>, tensor<8x14x14x256xf32>, tensor<1x1x256x1024xf32>, tensor<8x14x14x256xf32>, tensor<1x1x1x1024xf32>, tensor<8x14x14x1024xf32>, tensor<8x14x14x1024xi1>, tensor<8x14x14x1024xf32>, tensor<8x14x14x1024xf32>) -> (tensor<8x14x14x1024xf32>, tensor<1x1x1024x256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<3x3x256x256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<1x1x256x1024xf32>, tensor<1024xf32>, tensor<1024xf32>)
    %85:10 = call @block_9(%arg95, %22#0, %23#1, %23#2, %23#3, %23#4, %arg98, %23#5, %23#6, %23#7, %23#8, %23#9, %arg101, %23#10, %23#11, %23#12, %23#13, %23#14, %84#0) : (tensor<1x1x1024x256xf32>, tensor<8x14x14x1024xf32>, tensor<1x1x1x256xf32>, tensor<8x14x14x256xf32>, tensor<8x14x14x256xi1>, tensor<8x14x14x256xf32>, tensor<3x3x256x256xf32>, tensor<8x14x14x256xf32>, tensor<1x1x1x256xf32>, tensor<8x14x14x256xf32>, tensor<8x14x14x256xi1>, tensor<8x14x14x256xf32>, tensor<1x1x256x1024xf32>, tensor<8x14x14x256xf32>, tensor<1x1x1x1024xf32>, tensor<8x14x14x1024xf32>, tensor<8x14x14x1024xi1>, tensor<8x14x14x1024xf32>, tensor<8x14x14x1024xf32>) -> (tensor<8x14x14x1024xf32>, tensor<1x1x1024x256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<3x3x256x256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<1x1x256x1024xf32>, tensor<1024xf32>, tensor<1024xf32>)
    %86:10 = call @block_9(%arg86, %21#0, %22#1, %22#2, %22#3, %22#4, %arg89, %22#5, %22#6, %22#7, %22#8, %22#9, %arg92, %22#10, %22#11, %22#12, %22#13, %22#14, %85#0) : (tensor<1x1x1024x256xf32>, tensor<8x14x14x1024xf32>, tensor<1x1x1x256xf32>, tensor<8x14x14x256xf32>, tensor<8x14x14x256xi1>, tensor<8x14x14x256xf32>, tensor<3x3x256x256xf32>, tensor<8x14x14x256xf32>, tensor<1x1x1x256xf32>, tensor<8x14x14x256xf32>, tensor<8x14x14x256xi1>, tensor<8x14x14x256xf32>, tensor<1x1x256x1024xf32>, tensor<8x14x14x256xf32>, tensor<1x1x1x1024xf32>, tensor<8x14x14x1024xf32>, tensor<8x14x14x1024xi1>, tensor<8x14x14x1024xf32>, tensor<8x14x14x1024xf32>) -> (tensor<8x14x14x1024xf32>, tensor<1x1x1024x256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<3x3x256x256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<1x1x256x1024xf32>, tensor<1024xf32>, tensor<1024xf32>)
    %87:13 = call @block_10(%arg74, %20#0, %21#1, %21#2, %21#3, %21#4, %arg77, %21#5, %21#6, %21#7, %21#8, %21#9, %arg80, %21#10, %21#11, %21#12, %arg83, %21#13, %21#14, %21#15, %21#16, %86#0) : (tensor<1x1x512x256xf32>, tensor<8x28x28x512xf32>, tensor<1x1x1x256xf32>, tensor<8x28x28x256xf32>, tensor<8x28x28x256xi1>, tensor<8x28x28x256xf32>, tensor<3x3x256x256xf32>, tensor<8x28x28x256xf32>, tensor<1x1x1x256xf32>, tensor<8x14x14x256xf32>, tensor<8x14x14x256xi1>, tensor<8x14x14x256xf32>, tensor<1x1x256x1024xf32>, tensor<8x14x14x256xf32>, tensor<1x1x1x1024xf32>, tensor<8x14x14x1024xf32>, tensor<1x1x512x1024xf32>, tensor<1x1x1x1024xf32>, tensor<8x14x14x1024xf32>, tensor<8x14x14x1024xi1>, tensor<8x14x14x1024xf32>, tensor<8x14x14x1024xf32>) -> (tensor<8x28x28x512xf32>, tensor<1x1x512x256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<3x3x256x256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<1x1x256x1024xf32>, tensor<1024xf32>, tensor<1024xf32>, tensor<1x1x512x1024xf32>, tensor<1024xf32>, tensor<1024xf32>)
    %88:10 = call @block_11(%arg65, %19#0, %20#1, %20#2, %20#3, %20#4, %arg68, %20#5, %20#6, %20#7, %20#8, %20#9, %arg71, %20#10, %20#11, %20#12, %20#13, %20#14, %87#0) : (tensor<1x1x512x128xf32>, tensor<8x28x28x512xf32>, tensor<1x1x1x128xf32>, tensor<8x28x28x128xf32>, tensor<8x28x28x128xi1>, tensor<8x28x28x128xf32>, tensor<3x3x128x128xf32>, tensor<8x28x28x128xf32>, tensor<1x1x1x128xf32>, tensor<8x28x28x128xf32>, tensor<8x28x28x128xi1>, tensor<8x28x28x128xf32>, tensor<1x1x128x512xf32>, tensor<8x28x28x128xf32>, tensor<1x1x1x512xf32>, tensor<8x28x28x512xf32>, tensor<8x28x28x512xi1>, tensor<8x28x28x512xf32>, tensor<8x28x28x512xf32>) -> (tensor<8x28x28x512xf32>, tensor<1x1x512x128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<3x3x128x128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<1x1x128x512xf32>, tensor<512xf32>, tensor<512xf32>)
    %89:10 = call @block_11(%arg56, %18#0, %19#1, %19#2, %19#3, %19#4, %arg59, %19#5, %19#6, %19#7, %19#8, %19#9, %arg62, %19#10, %19#11, %19#12, %19#13, %19#14, %88#0) : (tensor<1x1x512x128xf32>, tensor<8x28x28x512xf32>, tensor<1x1x1x128xf32>, tensor<8x28x28x128xf32>, tensor<8x28x28x128xi1>, tensor<8x28x28x128xf32>, tensor<3x3x128x128xf32>, tensor<8x28x28x128xf32>, tensor<1x1x1x128xf32>, tensor<8x28x28x128xf32>, tensor<8x28x28x128xi1>, tensor<8x28x28x128xf32>, tensor<1x1x128x512xf32>, tensor<8x28x28x128xf32>, tensor<1x1x1x512xf32>, tensor<8x28x28x512xf32>, tensor<8x28x28x512xi1>, tensor<8x28x28x512xf32>, tensor<8x28x28x512xf32>) -> (tensor<8x28x28x512xf32>, tensor<1x1x512x128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<3x3x128x128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<1x1x128x512xf32>, tensor<512xf32>, tensor<512xf32>)
    %90:10 = call @block_11(%arg47, %17#0, %18#1, %18#2, %18#3, %18#4, %arg50, %18#5, %18#6, %18#7, %18#8, %18#9, %arg53, %18#10, %18#11, %18#12, %18#13, %18#14, %89#0) : (tensor<1x1x512x128xf32>, tensor<8x28x28x512xf32>, tensor<1x1x1x128xf32>, tensor<8x28x28x128xf32>, tensor<8x28x28x128xi1>, tensor<8x28x28x128xf32>, tensor<3x3x128x128xf32>, tensor<8x28x28x128xf32>, tensor<1x1x1x128xf32>, tensor<8x28x28x128xf32>, tensor<8x28x28x128xi1>, tensor<8x28x28x128xf32>, tensor<1x1x128x512xf32>, tensor<8x28x28x128xf32>, tensor<1x1x1x512xf32>, tensor<8x28x28x512xf32>, tensor<8x28x28x512xi1>, tensor<8x28x28x512xf32>, tensor<8x28x28x512xf32>) -> (tensor<8x28x28x512xf32>, tensor<1x1x512x128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<3x3x128x128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<1x1x128x512xf32>, tensor<512xf32>, tensor<512xf32>)
    %91:13 = call @block_12(%arg35, %16#0, %17#1, %17#2, %17#3, %17#4, %arg38, %17#5, %17#6, %17#7, %17#8, %17#9, %arg41, %17#10, %17#11, %17#12, %arg44, %17#13, %17#14, %17#15, %17#16, %90#0) : (tensor<1x1x256x128xf32>, tensor<8x56x56x256xf32>, tensor<1x1x1x128xf32>, tensor<8x56x56x128xf32>, tensor<8x56x56x128xi1>, tensor<8x56x56x128xf32>, tensor<3x3x128x128xf32>, tensor<8x56x56x128xf32>, tensor<1x1x1x128xf32>, tensor<8x28x28x128xf32>, tensor<8x28x28x128xi1>, tensor<8x28x28x128xf32>, tensor<1x1x128x512xf32>, tensor<8x28x28x128xf32>, tensor<1x1x1x512xf32>, tensor<8x28x28x512xf32>, tensor<1x1x256x512xf32>, tensor<1x1x1x512xf32>, tensor<8x28x28x512xf32>, tensor<8x28x28x512xi1>, tensor<8x28x28x512xf32>, tensor<8x28x28x512xf32>) -> (tensor<8x56x56x256xf32>, tensor<1x1x256x128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<3x3x128x128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<1x1x128x512xf32>, tensor<512xf32>, tensor<512xf32>, tensor<1x1x256x512xf32>, tensor<512xf32>, tensor<512xf32>)
    %92:10 = call @block_13(%arg26, %15#0, %16#1, %16#2, %16#3, %16#4, %arg29, %16#5, %16#6, %16#7, %16#8, %16#9, %arg32, %16#10, %16#11, %16#12, %16#13, %16#14, %91#0) : (tensor<1x1x256x64xf32>, tensor<8x56x56x256xf32>, tensor<1x1x1x64xf32>, tensor<8x56x56x64xf32>, tensor<8x56x56x64xi1>, tensor<8x56x56x64xf32>, tensor<3x3x64x64xf32>, tensor<8x56x56x64xf32>, tensor<1x1x1x64xf32>, tensor<8x56x56x64xf32>, tensor<8x56x56x64xi1>, tensor<8x56x56x64xf32>, tensor<1x1x64x256xf32>, tensor<8x56x56x64xf32>, tensor<1x1x1x256xf32>, tensor<8x56x56x256xf32>, tensor<8x56x56x256xi1>, tensor<8x56x56x256xf32>, tensor<8x56x56x256xf32>) -> (tensor<8x56x56x256xf32>, tensor<1x1x256x64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<3x3x64x64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<1x1x64x256xf32>, tensor<256xf32>, tensor<256xf32>)
    %93:10 = call @block_13(%arg17, %14#0, %15#1, %15#2, %15#3, %15#4, %arg20, %15#5, %15#6, %15#7, %15#8, %15#9, %arg23, %15#10, %15#11, %15#12, %15#13, %15#14, %92#0) : (tensor<1x1x256x64xf32>, tensor<8x56x56x256xf32>, tensor<1x1x1x64xf32>, tensor<8x56x56x64xf32>, tensor<8x56x56x64xi1>, tensor<8x56x56x64xf32>, tensor<3x3x64x64xf32>, tensor<8x56x56x64xf32>, tensor<1x1x1x64xf32>, tensor<8x56x56x64xf32>, tensor<8x56x56x64xi1>, tensor<8x56x56x64xf32>, tensor<1x1x64x256xf32>, tensor<8x56x56x64xf32>, tensor<1x1x1x256xf32>, tensor<8x56x56x256xf32>, tensor<8x56x56x256xi1>, tensor<8x56x56x256xf32>, tensor<8x56x56x256xf32>) -> (tensor<8x56x56x256xf32>, tensor<1x1x256x64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<3x3x64x64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<1x1x64x256xf32>, tensor<256xf32>, tensor<256xf32>)
    %94:13 = call @block_14(%arg5, %13, %14#1, %14#2, %14#3, %14#4, %arg8, %14#5, %14#6, %14#7, %14#8, %14#9, %arg11, %14#10, %14#11, %14#12, %arg14, %14#13, %14#14, %14#15, %14#16, %93#0) : (tensor<1x1x64x64xf32>, tensor<8x56x56x64xf32>, tensor<1x1x1x64xf32>, tensor<8x56x56x64xf32>, tensor<8x56x56x64xi1>, tensor<8x56x56x64xf32>, tensor<3x3x64x64xf32>, tensor<8x56x56x64xf32>, tensor<1x1x1x64xf32>, tensor<8x56x56x64xf32>, tensor<8x56x56x64xi1>, tensor<8x56x56x64xf32>, tensor<1x1x64x256xf32>, tensor<8x56x56x64xf32>, tensor<1x1x1x256xf32>, tensor<8x56x56x256xf32>, tensor<1x1x64x256xf32>, tensor<1x1x1x256xf32>, tensor<8x56x56x256xf32>, tensor<8x56x56x256xi1>, tensor<8x56x56x256xf32>, tensor<8x56x56x256xf32>) -> (tensor<8x56x56x64xf32>, tensor<1x1x64x64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<3x3x64x64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<1x1x64x256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<1x1x64x256xf32>, tensor<256xf32>, tensor<256xf32>)
    %cst_18 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %95 = stablehlo.pad %10, %cst_18, low = [0, 0, 0, 0], high = [0, 1, 1, 0], interior = [0, 0, 0, 0] : (tensor<8x112x112x64xf32>, tensor<f32>) -> tensor<8x113x113x64xf32>
    %cst_19 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %96 = "stablehlo.select_and_scatter"(%95, %94#0, %cst_19) <{padding = dense<0> : tensor<4x2xi64>, window_dimensions = array<i64: 1, 3, 3, 1>, window_strides = array<i64: 1, 2, 2, 1>}> ({
    ^bb0(%arg163: tensor<f32>, %arg164: tensor<f32>):
      %593 = stablehlo.compare GE, %arg163, %arg164, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %593 : tensor<i1>
    }, {
    ^bb0(%arg163: tensor<f32>, %arg164: tensor<f32>):
      %593 = stablehlo.add %arg163, %arg164 : tensor<f32>
      stablehlo.return %593 : tensor<f32>
    }) : (tensor<8x113x113x64xf32>, tensor<8x56x56x64xf32>, tensor<f32>) -> tensor<8x113x113x64xf32>
    %97 = stablehlo.slice %96 [0:8, 0:112, 0:112, 0:64] : (tensor<8x113x113x64xf32>) -> tensor<8x112x112x64xf32>
    %cst_20 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %98 = stablehlo.broadcast_in_dim %cst_20, dims = [] : (tensor<f32>) -> tensor<8x112x112x64xf32>
    %99 = stablehlo.select %8, %97, %98 : tensor<8x112x112x64xi1>, tensor<8x112x112x64xf32>
    %cst_21 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %100 = stablehlo.reduce(%99 init: %cst_21) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<8x112x112x64xf32>, tensor<f32>) -> tensor<64xf32>
    %101 = stablehlo.reshape %100 : (tensor<64xf32>) -> tensor<1x1x1x64xf32>
    %cst_22 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %102 = stablehlo.reduce(%101 init: %cst_22) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<1x1x1x64xf32>, tensor<f32>) -> tensor<64xf32>
    %103 = stablehlo.multiply %0, %99 : tensor<8x112x112x64xf32>
    %cst_23 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %104 = stablehlo.reduce(%103 init: %cst_23) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<8x112x112x64xf32>, tensor<f32>) -> tensor<64xf32>
    %105 = stablehlo.reshape %104 : (tensor<64xf32>) -> tensor<1x1x1x64xf32>
    %106 = stablehlo.broadcast_in_dim %1, dims = [0, 1, 2, 3] : (tensor<1x1x1x64xf32>) -> tensor<8x112x112x64xf32>
    %107 = stablehlo.multiply %99, %106 : tensor<8x112x112x64xf32>
    %cst_24 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %108 = stablehlo.reduce(%105 init: %cst_24) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<1x1x1x64xf32>, tensor<f32>) -> tensor<64xf32>
    %109 = stablehlo.convolution(%arg0, %107) dim_numbers = [f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f], window = {stride = [1, 1], pad = [[2, 3], [2, 3]], lhs_dilate = [1, 1], rhs_dilate = [2, 2], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x224x224x3xf32>, tensor<8x112x112x64xf32>) -> tensor<7x7x3x64xf32>
    %cst_25 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %110 = stablehlo.broadcast_in_dim %cst_25, dims = [] : (tensor<f32>) -> tensor<7x7x3x64xf32>
    %111 = stablehlo.multiply %110, %109 : tensor<7x7x3x64xf32>
    %112 = stablehlo.subtract %arg2, %111 : tensor<7x7x3x64xf32>
    %cst_26 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %113 = stablehlo.broadcast_in_dim %cst_26, dims = [] : (tensor<f32>) -> tensor<64xf32>
    %114 = stablehlo.multiply %113, %108 : tensor<64xf32>
    %115 = stablehlo.subtract %arg3, %114 : tensor<64xf32>
    %cst_27 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %116 = stablehlo.broadcast_in_dim %cst_27, dims = [] : (tensor<f32>) -> tensor<64xf32>
    %117 = stablehlo.multiply %116, %102 : tensor<64xf32>
    %118 = stablehlo.subtract %arg4, %117 : tensor<64xf32>
    %cst_28 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %119 = stablehlo.broadcast_in_dim %cst_28, dims = [] : (tensor<f32>) -> tensor<1x1x64x64xf32>
    %120 = stablehlo.multiply %119, %94#1 : tensor<1x1x64x64xf32>
    %121 = stablehlo.subtract %arg5, %120 : tensor<1x1x64x64xf32>
    %cst_29 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %122 = stablehlo.broadcast_in_dim %cst_29, dims = [] : (tensor<f32>) -> tensor<64xf32>
    %123 = stablehlo.multiply %122, %94#2 : tensor<64xf32>
    %124 = stablehlo.subtract %arg6, %123 : tensor<64xf32>
    %cst_30 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %125 = stablehlo.broadcast_in_dim %cst_30, dims = [] : (tensor<f32>) -> tensor<64xf32>
    %126 = stablehlo.multiply %125, %94#3 : tensor<64xf32>
    %127 = stablehlo.subtract %arg7, %126 : tensor<64xf32>
    %cst_31 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %128 = stablehlo.broadcast_in_dim %cst_31, dims = [] : (tensor<f32>) -> tensor<3x3x64x64xf32>
    %129 = stablehlo.multiply %128, %94#4 : tensor<3x3x64x64xf32>
    %130 = stablehlo.subtract %arg8, %129 : tensor<3x3x64x64xf32>
    %cst_32 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %131 = stablehlo.broadcast_in_dim %cst_32, dims = [] : (tensor<f32>) -> tensor<64xf32>
    %132 = stablehlo.multiply %131, %94#5 : tensor<64xf32>
    %133 = stablehlo.subtract %arg9, %132 : tensor<64xf32>
    %cst_33 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %134 = stablehlo.broadcast_in_dim %cst_33, dims = [] : (tensor<f32>) -> tensor<64xf32>
    %135 = stablehlo.multiply %134, %94#6 : tensor<64xf32>
    %136 = stablehlo.subtract %arg10, %135 : tensor<64xf32>
    %cst_34 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %137 = stablehlo.broadcast_in_dim %cst_34, dims = [] : (tensor<f32>) -> tensor<1x1x64x256xf32>
    %138 = stablehlo.multiply %137, %94#7 : tensor<1x1x64x256xf32>
    %139 = stablehlo.subtract %arg11, %138 : tensor<1x1x64x256xf32>
    %cst_35 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %140 = stablehlo.broadcast_in_dim %cst_35, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %141 = stablehlo.multiply %140, %94#8 : tensor<256xf32>
    %142 = stablehlo.subtract %arg12, %141 : tensor<256xf32>
    %cst_36 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %143 = stablehlo.broadcast_in_dim %cst_36, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %144 = stablehlo.multiply %143, %94#9 : tensor<256xf32>
    %145 = stablehlo.subtract %arg13, %144 : tensor<256xf32>
    %cst_37 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %146 = stablehlo.broadcast_in_dim %cst_37, dims = [] : (tensor<f32>) -> tensor<1x1x64x256xf32>
    %147 = stablehlo.multiply %146, %94#10 : tensor<1x1x64x256xf32>
    %148 = stablehlo.subtract %arg14, %147 : tensor<1x1x64x256xf32>
    %cst_38 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %149 = stablehlo.broadcast_in_dim %cst_38, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %150 = stablehlo.multiply %149, %94#11 : tensor<256xf32>
    %151 = stablehlo.subtract %arg15, %150 : tensor<256xf32>
    %cst_39 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %152 = stablehlo.broadcast_in_dim %cst_39, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %153 = stablehlo.multiply %152, %94#12 : tensor<256xf32>
    %154 = stablehlo.subtract %arg16, %153 : tensor<256xf32>
    %cst_40 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %155 = stablehlo.broadcast_in_dim %cst_40, dims = [] : (tensor<f32>) -> tensor<1x1x256x64xf32>
    %156 = stablehlo.multiply %155, %93#1 : tensor<1x1x256x64xf32>
    %157 = stablehlo.subtract %arg17, %156 : tensor<1x1x256x64xf32>
    %cst_41 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %158 = stablehlo.broadcast_in_dim %cst_41, dims = [] : (tensor<f32>) -> tensor<64xf32>
    %159 = stablehlo.multiply %158, %93#2 : tensor<64xf32>
    %160 = stablehlo.subtract %arg18, %159 : tensor<64xf32>
    %cst_42 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %161 = stablehlo.broadcast_in_dim %cst_42, dims = [] : (tensor<f32>) -> tensor<64xf32>
    %162 = stablehlo.multiply %161, %93#3 : tensor<64xf32>
    %163 = stablehlo.subtract %arg19, %162 : tensor<64xf32>
    %cst_43 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %164 = stablehlo.broadcast_in_dim %cst_43, dims = [] : (tensor<f32>) -> tensor<3x3x64x64xf32>
    %165 = stablehlo.multiply %164, %93#4 : tensor<3x3x64x64xf32>
    %166 = stablehlo.subtract %arg20, %165 : tensor<3x3x64x64xf32>
    %cst_44 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %167 = stablehlo.broadcast_in_dim %cst_44, dims = [] : (tensor<f32>) -> tensor<64xf32>
    %168 = stablehlo.multiply %167, %93#5 : tensor<64xf32>
    %169 = stablehlo.subtract %arg21, %168 : tensor<64xf32>
    %cst_45 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %170 = stablehlo.broadcast_in_dim %cst_45, dims = [] : (tensor<f32>) -> tensor<64xf32>
    %171 = stablehlo.multiply %170, %93#6 : tensor<64xf32>
    %172 = stablehlo.subtract %arg22, %171 : tensor<64xf32>
    %cst_46 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %173 = stablehlo.broadcast_in_dim %cst_46, dims = [] : (tensor<f32>) -> tensor<1x1x64x256xf32>
    %174 = stablehlo.multiply %173, %93#7 : tensor<1x1x64x256xf32>
    %175 = stablehlo.subtract %arg23, %174 : tensor<1x1x64x256xf32>
    %cst_47 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %176 = stablehlo.broadcast_in_dim %cst_47, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %177 = stablehlo.multiply %176, %93#8 : tensor<256xf32>
    %178 = stablehlo.subtract %arg24, %177 : tensor<256xf32>
    %cst_48 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %179 = stablehlo.broadcast_in_dim %cst_48, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %180 = stablehlo.multiply %179, %93#9 : tensor<256xf32>
    %181 = stablehlo.subtract %arg25, %180 : tensor<256xf32>
    %cst_49 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %182 = stablehlo.broadcast_in_dim %cst_49, dims = [] : (tensor<f32>) -> tensor<1x1x256x64xf32>
    %183 = stablehlo.multiply %182, %92#1 : tensor<1x1x256x64xf32>
    %184 = stablehlo.subtract %arg26, %183 : tensor<1x1x256x64xf32>
    %cst_50 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %185 = stablehlo.broadcast_in_dim %cst_50, dims = [] : (tensor<f32>) -> tensor<64xf32>
    %186 = stablehlo.multiply %185, %92#2 : tensor<64xf32>
    %187 = stablehlo.subtract %arg27, %186 : tensor<64xf32>
    %cst_51 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %188 = stablehlo.broadcast_in_dim %cst_51, dims = [] : (tensor<f32>) -> tensor<64xf32>
    %189 = stablehlo.multiply %188, %92#3 : tensor<64xf32>
    %190 = stablehlo.subtract %arg28, %189 : tensor<64xf32>
    %cst_52 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %191 = stablehlo.broadcast_in_dim %cst_52, dims = [] : (tensor<f32>) -> tensor<3x3x64x64xf32>
    %192 = stablehlo.multiply %191, %92#4 : tensor<3x3x64x64xf32>
    %193 = stablehlo.subtract %arg29, %192 : tensor<3x3x64x64xf32>
    %cst_53 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %194 = stablehlo.broadcast_in_dim %cst_53, dims = [] : (tensor<f32>) -> tensor<64xf32>
    %195 = stablehlo.multiply %194, %92#5 : tensor<64xf32>
    %196 = stablehlo.subtract %arg30, %195 : tensor<64xf32>
    %cst_54 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %197 = stablehlo.broadcast_in_dim %cst_54, dims = [] : (tensor<f32>) -> tensor<64xf32>
    %198 = stablehlo.multiply %197, %92#6 : tensor<64xf32>
    %199 = stablehlo.subtract %arg31, %198 : tensor<64xf32>
    %cst_55 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %200 = stablehlo.broadcast_in_dim %cst_55, dims = [] : (tensor<f32>) -> tensor<1x1x64x256xf32>
    %201 = stablehlo.multiply %200, %92#7 : tensor<1x1x64x256xf32>
    %202 = stablehlo.subtract %arg32, %201 : tensor<1x1x64x256xf32>
    %cst_56 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %203 = stablehlo.broadcast_in_dim %cst_56, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %204 = stablehlo.multiply %203, %92#8 : tensor<256xf32>
    %205 = stablehlo.subtract %arg33, %204 : tensor<256xf32>
    %cst_57 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %206 = stablehlo.broadcast_in_dim %cst_57, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %207 = stablehlo.multiply %206, %92#9 : tensor<256xf32>
    %208 = stablehlo.subtract %arg34, %207 : tensor<256xf32>
    %cst_58 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %209 = stablehlo.broadcast_in_dim %cst_58, dims = [] : (tensor<f32>) -> tensor<1x1x256x128xf32>
    %210 = stablehlo.multiply %209, %91#1 : tensor<1x1x256x128xf32>
    %211 = stablehlo.subtract %arg35, %210 : tensor<1x1x256x128xf32>
    %cst_59 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %212 = stablehlo.broadcast_in_dim %cst_59, dims = [] : (tensor<f32>) -> tensor<128xf32>
    %213 = stablehlo.multiply %212, %91#2 : tensor<128xf32>
    %214 = stablehlo.subtract %arg36, %213 : tensor<128xf32>
    %cst_60 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %215 = stablehlo.broadcast_in_dim %cst_60, dims = [] : (tensor<f32>) -> tensor<128xf32>
    %216 = stablehlo.multiply %215, %91#3 : tensor<128xf32>
    %217 = stablehlo.subtract %arg37, %216 : tensor<128xf32>
    %cst_61 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %218 = stablehlo.broadcast_in_dim %cst_61, dims = [] : (tensor<f32>) -> tensor<3x3x128x128xf32>
    %219 = stablehlo.multiply %218, %91#4 : tensor<3x3x128x128xf32>
    %220 = stablehlo.subtract %arg38, %219 : tensor<3x3x128x128xf32>
    %cst_62 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %221 = stablehlo.broadcast_in_dim %cst_62, dims = [] : (tensor<f32>) -> tensor<128xf32>
    %222 = stablehlo.multiply %221, %91#5 : tensor<128xf32>
    %223 = stablehlo.subtract %arg39, %222 : tensor<128xf32>
    %cst_63 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %224 = stablehlo.broadcast_in_dim %cst_63, dims = [] : (tensor<f32>) -> tensor<128xf32>
    %225 = stablehlo.multiply %224, %91#6 : tensor<128xf32>
    %226 = stablehlo.subtract %arg40, %225 : tensor<128xf32>
    %cst_64 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %227 = stablehlo.broadcast_in_dim %cst_64, dims = [] : (tensor<f32>) -> tensor<1x1x128x512xf32>
    %228 = stablehlo.multiply %227, %91#7 : tensor<1x1x128x512xf32>
    %229 = stablehlo.subtract %arg41, %228 : tensor<1x1x128x512xf32>
    %cst_65 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %230 = stablehlo.broadcast_in_dim %cst_65, dims = [] : (tensor<f32>) -> tensor<512xf32>
    %231 = stablehlo.multiply %230, %91#8 : tensor<512xf32>
    %232 = stablehlo.subtract %arg42, %231 : tensor<512xf32>
    %cst_66 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %233 = stablehlo.broadcast_in_dim %cst_66, dims = [] : (tensor<f32>) -> tensor<512xf32>
    %234 = stablehlo.multiply %233, %91#9 : tensor<512xf32>
    %235 = stablehlo.subtract %arg43, %234 : tensor<512xf32>
    %cst_67 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %236 = stablehlo.broadcast_in_dim %cst_67, dims = [] : (tensor<f32>) -> tensor<1x1x256x512xf32>
    %237 = stablehlo.multiply %236, %91#10 : tensor<1x1x256x512xf32>
    %238 = stablehlo.subtract %arg44, %237 : tensor<1x1x256x512xf32>
    %cst_68 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %239 = stablehlo.broadcast_in_dim %cst_68, dims = [] : (tensor<f32>) -> tensor<512xf32>
    %240 = stablehlo.multiply %239, %91#11 : tensor<512xf32>
    %241 = stablehlo.subtract %arg45, %240 : tensor<512xf32>
    %cst_69 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %242 = stablehlo.broadcast_in_dim %cst_69, dims = [] : (tensor<f32>) -> tensor<512xf32>
    %243 = stablehlo.multiply %242, %91#12 : tensor<512xf32>
    %244 = stablehlo.subtract %arg46, %243 : tensor<512xf32>
    %cst_70 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %245 = stablehlo.broadcast_in_dim %cst_70, dims = [] : (tensor<f32>) -> tensor<1x1x512x128xf32>
    %246 = stablehlo.multiply %245, %90#1 : tensor<1x1x512x128xf32>
    %247 = stablehlo.subtract %arg47, %246 : tensor<1x1x512x128xf32>
    %cst_71 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %248 = stablehlo.broadcast_in_dim %cst_71, dims = [] : (tensor<f32>) -> tensor<128xf32>
    %249 = stablehlo.multiply %248, %90#2 : tensor<128xf32>
    %250 = stablehlo.subtract %arg48, %249 : tensor<128xf32>
    %cst_72 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %251 = stablehlo.broadcast_in_dim %cst_72, dims = [] : (tensor<f32>) -> tensor<128xf32>
    %252 = stablehlo.multiply %251, %90#3 : tensor<128xf32>
    %253 = stablehlo.subtract %arg49, %252 : tensor<128xf32>
    %cst_73 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %254 = stablehlo.broadcast_in_dim %cst_73, dims = [] : (tensor<f32>) -> tensor<3x3x128x128xf32>
    %255 = stablehlo.multiply %254, %90#4 : tensor<3x3x128x128xf32>
    %256 = stablehlo.subtract %arg50, %255 : tensor<3x3x128x128xf32>
    %cst_74 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %257 = stablehlo.broadcast_in_dim %cst_74, dims = [] : (tensor<f32>) -> tensor<128xf32>
    %258 = stablehlo.multiply %257, %90#5 : tensor<128xf32>
    %259 = stablehlo.subtract %arg51, %258 : tensor<128xf32>
    %cst_75 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %260 = stablehlo.broadcast_in_dim %cst_75, dims = [] : (tensor<f32>) -> tensor<128xf32>
    %261 = stablehlo.multiply %260, %90#6 : tensor<128xf32>
    %262 = stablehlo.subtract %arg52, %261 : tensor<128xf32>
    %cst_76 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %263 = stablehlo.broadcast_in_dim %cst_76, dims = [] : (tensor<f32>) -> tensor<1x1x128x512xf32>
    %264 = stablehlo.multiply %263, %90#7 : tensor<1x1x128x512xf32>
    %265 = stablehlo.subtract %arg53, %264 : tensor<1x1x128x512xf32>
    %cst_77 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %266 = stablehlo.broadcast_in_dim %cst_77, dims = [] : (tensor<f32>) -> tensor<512xf32>
    %267 = stablehlo.multiply %266, %90#8 : tensor<512xf32>
    %268 = stablehlo.subtract %arg54, %267 : tensor<512xf32>
    %cst_78 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %269 = stablehlo.broadcast_in_dim %cst_78, dims = [] : (tensor<f32>) -> tensor<512xf32>
    %270 = stablehlo.multiply %269, %90#9 : tensor<512xf32>
    %271 = stablehlo.subtract %arg55, %270 : tensor<512xf32>
    %cst_79 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %272 = stablehlo.broadcast_in_dim %cst_79, dims = [] : (tensor<f32>) -> tensor<1x1x512x128xf32>
    %273 = stablehlo.multiply %272, %89#1 : tensor<1x1x512x128xf32>
    %274 = stablehlo.subtract %arg56, %273 : tensor<1x1x512x128xf32>
    %cst_80 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %275 = stablehlo.broadcast_in_dim %cst_80, dims = [] : (tensor<f32>) -> tensor<128xf32>
    %276 = stablehlo.multiply %275, %89#2 : tensor<128xf32>
    %277 = stablehlo.subtract %arg57, %276 : tensor<128xf32>
    %cst_81 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %278 = stablehlo.broadcast_in_dim %cst_81, dims = [] : (tensor<f32>) -> tensor<128xf32>
    %279 = stablehlo.multiply %278, %89#3 : tensor<128xf32>
    %280 = stablehlo.subtract %arg58, %279 : tensor<128xf32>
    %cst_82 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %281 = stablehlo.broadcast_in_dim %cst_82, dims = [] : (tensor<f32>) -> tensor<3x3x128x128xf32>
    %282 = stablehlo.multiply %281, %89#4 : tensor<3x3x128x128xf32>
    %283 = stablehlo.subtract %arg59, %282 : tensor<3x3x128x128xf32>
    %cst_83 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %284 = stablehlo.broadcast_in_dim %cst_83, dims = [] : (tensor<f32>) -> tensor<128xf32>
    %285 = stablehlo.multiply %284, %89#5 : tensor<128xf32>
    %286 = stablehlo.subtract %arg60, %285 : tensor<128xf32>
    %cst_84 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %287 = stablehlo.broadcast_in_dim %cst_84, dims = [] : (tensor<f32>) -> tensor<128xf32>
    %288 = stablehlo.multiply %287, %89#6 : tensor<128xf32>
    %289 = stablehlo.subtract %arg61, %288 : tensor<128xf32>
    %cst_85 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %290 = stablehlo.broadcast_in_dim %cst_85, dims = [] : (tensor<f32>) -> tensor<1x1x128x512xf32>
    %291 = stablehlo.multiply %290, %89#7 : tensor<1x1x128x512xf32>
    %292 = stablehlo.subtract %arg62, %291 : tensor<1x1x128x512xf32>
    %cst_86 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %293 = stablehlo.broadcast_in_dim %cst_86, dims = [] : (tensor<f32>) -> tensor<512xf32>
    %294 = stablehlo.multiply %293, %89#8 : tensor<512xf32>
    %295 = stablehlo.subtract %arg63, %294 : tensor<512xf32>
    %cst_87 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %296 = stablehlo.broadcast_in_dim %cst_87, dims = [] : (tensor<f32>) -> tensor<512xf32>
    %297 = stablehlo.multiply %296, %89#9 : tensor<512xf32>
    %298 = stablehlo.subtract %arg64, %297 : tensor<512xf32>
    %cst_88 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %299 = stablehlo.broadcast_in_dim %cst_88, dims = [] : (tensor<f32>) -> tensor<1x1x512x128xf32>
    %300 = stablehlo.multiply %299, %88#1 : tensor<1x1x512x128xf32>
    %301 = stablehlo.subtract %arg65, %300 : tensor<1x1x512x128xf32>
    %cst_89 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %302 = stablehlo.broadcast_in_dim %cst_89, dims = [] : (tensor<f32>) -> tensor<128xf32>
    %303 = stablehlo.multiply %302, %88#2 : tensor<128xf32>
    %304 = stablehlo.subtract %arg66, %303 : tensor<128xf32>
    %cst_90 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %305 = stablehlo.broadcast_in_dim %cst_90, dims = [] : (tensor<f32>) -> tensor<128xf32>
    %306 = stablehlo.multiply %305, %88#3 : tensor<128xf32>
    %307 = stablehlo.subtract %arg67, %306 : tensor<128xf32>
    %cst_91 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %308 = stablehlo.broadcast_in_dim %cst_91, dims = [] : (tensor<f32>) -> tensor<3x3x128x128xf32>
    %309 = stablehlo.multiply %308, %88#4 : tensor<3x3x128x128xf32>
    %310 = stablehlo.subtract %arg68, %309 : tensor<3x3x128x128xf32>
    %cst_92 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %311 = stablehlo.broadcast_in_dim %cst_92, dims = [] : (tensor<f32>) -> tensor<128xf32>
    %312 = stablehlo.multiply %311, %88#5 : tensor<128xf32>
    %313 = stablehlo.subtract %arg69, %312 : tensor<128xf32>
    %cst_93 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %314 = stablehlo.broadcast_in_dim %cst_93, dims = [] : (tensor<f32>) -> tensor<128xf32>
    %315 = stablehlo.multiply %314, %88#6 : tensor<128xf32>
    %316 = stablehlo.subtract %arg70, %315 : tensor<128xf32>
    %cst_94 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %317 = stablehlo.broadcast_in_dim %cst_94, dims = [] : (tensor<f32>) -> tensor<1x1x128x512xf32>
    %318 = stablehlo.multiply %317, %88#7 : tensor<1x1x128x512xf32>
    %319 = stablehlo.subtract %arg71, %318 : tensor<1x1x128x512xf32>
    %cst_95 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %320 = stablehlo.broadcast_in_dim %cst_95, dims = [] : (tensor<f32>) -> tensor<512xf32>
    %321 = stablehlo.multiply %320, %88#8 : tensor<512xf32>
    %322 = stablehlo.subtract %arg72, %321 : tensor<512xf32>
    %cst_96 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %323 = stablehlo.broadcast_in_dim %cst_96, dims = [] : (tensor<f32>) -> tensor<512xf32>
    %324 = stablehlo.multiply %323, %88#9 : tensor<512xf32>
    %325 = stablehlo.subtract %arg73, %324 : tensor<512xf32>
    %cst_97 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %326 = stablehlo.broadcast_in_dim %cst_97, dims = [] : (tensor<f32>) -> tensor<1x1x512x256xf32>
    %327 = stablehlo.multiply %326, %87#1 : tensor<1x1x512x256xf32>
    %328 = stablehlo.subtract %arg74, %327 : tensor<1x1x512x256xf32>
    %cst_98 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %329 = stablehlo.broadcast_in_dim %cst_98, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %330 = stablehlo.multiply %329, %87#2 : tensor<256xf32>
    %331 = stablehlo.subtract %arg75, %330 : tensor<256xf32>
    %cst_99 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %332 = stablehlo.broadcast_in_dim %cst_99, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %333 = stablehlo.multiply %332, %87#3 : tensor<256xf32>
    %334 = stablehlo.subtract %arg76, %333 : tensor<256xf32>
    %cst_100 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %335 = stablehlo.broadcast_in_dim %cst_100, dims = [] : (tensor<f32>) -> tensor<3x3x256x256xf32>
    %336 = stablehlo.multiply %335, %87#4 : tensor<3x3x256x256xf32>
    %337 = stablehlo.subtract %arg77, %336 : tensor<3x3x256x256xf32>
    %cst_101 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %338 = stablehlo.broadcast_in_dim %cst_101, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %339 = stablehlo.multiply %338, %87#5 : tensor<256xf32>
    %340 = stablehlo.subtract %arg78, %339 : tensor<256xf32>
    %cst_102 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %341 = stablehlo.broadcast_in_dim %cst_102, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %342 = stablehlo.multiply %341, %87#6 : tensor<256xf32>
    %343 = stablehlo.subtract %arg79, %342 : tensor<256xf32>
    %cst_103 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %344 = stablehlo.broadcast_in_dim %cst_103, dims = [] : (tensor<f32>) -> tensor<1x1x256x1024xf32>
    %345 = stablehlo.multiply %344, %87#7 : tensor<1x1x256x1024xf32>
    %346 = stablehlo.subtract %arg80, %345 : tensor<1x1x256x1024xf32>
    %cst_104 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %347 = stablehlo.broadcast_in_dim %cst_104, dims = [] : (tensor<f32>) -> tensor<1024xf32>
    %348 = stablehlo.multiply %347, %87#8 : tensor<1024xf32>
    %349 = stablehlo.subtract %arg81, %348 : tensor<1024xf32>
    %cst_105 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %350 = stablehlo.broadcast_in_dim %cst_105, dims = [] : (tensor<f32>) -> tensor<1024xf32>
    %351 = stablehlo.multiply %350, %87#9 : tensor<1024xf32>
    %352 = stablehlo.subtract %arg82, %351 : tensor<1024xf32>
    %cst_106 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %353 = stablehlo.broadcast_in_dim %cst_106, dims = [] : (tensor<f32>) -> tensor<1x1x512x1024xf32>
    %354 = stablehlo.multiply %353, %87#10 : tensor<1x1x512x1024xf32>
    %355 = stablehlo.subtract %arg83, %354 : tensor<1x1x512x1024xf32>
    %cst_107 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %356 = stablehlo.broadcast_in_dim %cst_107, dims = [] : (tensor<f32>) -> tensor<1024xf32>
    %357 = stablehlo.multiply %356, %87#11 : tensor<1024xf32>
    %358 = stablehlo.subtract %arg84, %357 : tensor<1024xf32>
    %cst_108 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %359 = stablehlo.broadcast_in_dim %cst_108, dims = [] : (tensor<f32>) -> tensor<1024xf32>
    %360 = stablehlo.multiply %359, %87#12 : tensor<1024xf32>
    %361 = stablehlo.subtract %arg85, %360 : tensor<1024xf32>
    %cst_109 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %362 = stablehlo.broadcast_in_dim %cst_109, dims = [] : (tensor<f32>) -> tensor<1x1x1024x256xf32>
    %363 = stablehlo.multiply %362, %86#1 : tensor<1x1x1024x256xf32>
    %364 = stablehlo.subtract %arg86, %363 : tensor<1x1x1024x256xf32>
    %cst_110 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %365 = stablehlo.broadcast_in_dim %cst_110, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %366 = stablehlo.multiply %365, %86#2 : tensor<256xf32>
    %367 = stablehlo.subtract %arg87, %366 : tensor<256xf32>
    %cst_111 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %368 = stablehlo.broadcast_in_dim %cst_111, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %369 = stablehlo.multiply %368, %86#3 : tensor<256xf32>
    %370 = stablehlo.subtract %arg88, %369 : tensor<256xf32>
    %cst_112 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %371 = stablehlo.broadcast_in_dim %cst_112, dims = [] : (tensor<f32>) -> tensor<3x3x256x256xf32>
    %372 = stablehlo.multiply %371, %86#4 : tensor<3x3x256x256xf32>
    %373 = stablehlo.subtract %arg89, %372 : tensor<3x3x256x256xf32>
    %cst_113 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %374 = stablehlo.broadcast_in_dim %cst_113, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %375 = stablehlo.multiply %374, %86#5 : tensor<256xf32>
    %376 = stablehlo.subtract %arg90, %375 : tensor<256xf32>
    %cst_114 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %377 = stablehlo.broadcast_in_dim %cst_114, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %378 = stablehlo.multiply %377, %86#6 : tensor<256xf32>
    %379 = stablehlo.subtract %arg91, %378 : tensor<256xf32>
    %cst_115 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %380 = stablehlo.broadcast_in_dim %cst_115, dims = [] : (tensor<f32>) -> tensor<1x1x256x1024xf32>
    %381 = stablehlo.multiply %380, %86#7 : tensor<1x1x256x1024xf32>
    %382 = stablehlo.subtract %arg92, %381 : tensor<1x1x256x1024xf32>
    %cst_116 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %383 = stablehlo.broadcast_in_dim %cst_116, dims = [] : (tensor<f32>) -> tensor<1024xf32>
    %384 = stablehlo.multiply %383, %86#8 : tensor<1024xf32>
    %385 = stablehlo.subtract %arg93, %384 : tensor<1024xf32>
    %cst_117 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %386 = stablehlo.broadcast_in_dim %cst_117, dims = [] : (tensor<f32>) -> tensor<1024xf32>
    %387 = stablehlo.multiply %386, %86#9 : tensor<1024xf32>
    %388 = stablehlo.subtract %arg94, %387 : tensor<1024xf32>
    %cst_118 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %389 = stablehlo.broadcast_in_dim %cst_118, dims = [] : (tensor<f32>) -> tensor<1x1x1024x256xf32>
    %390 = stablehlo.multiply %389, %85#1 : tensor<1x1x1024x256xf32>
    %391 = stablehlo.subtract %arg95, %390 : tensor<1x1x1024x256xf32>
    %cst_119 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %392 = stablehlo.broadcast_in_dim %cst_119, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %393 = stablehlo.multiply %392, %85#2 : tensor<256xf32>
    %394 = stablehlo.subtract %arg96, %393 : tensor<256xf32>
    %cst_120 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %395 = stablehlo.broadcast_in_dim %cst_120, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %396 = stablehlo.multiply %395, %85#3 : tensor<256xf32>
    %397 = stablehlo.subtract %arg97, %396 : tensor<256xf32>
    %cst_121 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %398 = stablehlo.broadcast_in_dim %cst_121, dims = [] : (tensor<f32>) -> tensor<3x3x256x256xf32>
    %399 = stablehlo.multiply %398, %85#4 : tensor<3x3x256x256xf32>
    %400 = stablehlo.subtract %arg98, %399 : tensor<3x3x256x256xf32>
    %cst_122 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %401 = stablehlo.broadcast_in_dim %cst_122, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %402 = stablehlo.multiply %401, %85#5 : tensor<256xf32>
    %403 = stablehlo.subtract %arg99, %402 : tensor<256xf32>
    %cst_123 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %404 = stablehlo.broadcast_in_dim %cst_123, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %405 = stablehlo.multiply %404, %85#6 : tensor<256xf32>
    %406 = stablehlo.subtract %arg100, %405 : tensor<256xf32>
    %cst_124 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %407 = stablehlo.broadcast_in_dim %cst_124, dims = [] : (tensor<f32>) -> tensor<1x1x256x1024xf32>
    %408 = stablehlo.multiply %407, %85#7 : tensor<1x1x256x1024xf32>
    %409 = stablehlo.subtract %arg101, %408 : tensor<1x1x256x1024xf32>
    %cst_125 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %410 = stablehlo.broadcast_in_dim %cst_125, dims = [] : (tensor<f32>) -> tensor<1024xf32>
    %411 = stablehlo.multiply %410, %85#8 : tensor<1024xf32>
    %412 = stablehlo.subtract %arg102, %411 : tensor<1024xf32>
    %cst_126 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %413 = stablehlo.broadcast_in_dim %cst_126, dims = [] : (tensor<f32>) -> tensor<1024xf32>
    %414 = stablehlo.multiply %413, %85#9 : tensor<1024xf32>
    %415 = stablehlo.subtract %arg103, %414 : tensor<1024xf32>
    %cst_127 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %416 = stablehlo.broadcast_in_dim %cst_127, dims = [] : (tensor<f32>) -> tensor<1x1x1024x256xf32>
    %417 = stablehlo.multiply %416, %84#1 : tensor<1x1x1024x256xf32>
    %418 = stablehlo.subtract %arg104, %417 : tensor<1x1x1024x256xf32>
    %cst_128 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %419 = stablehlo.broadcast_in_dim %cst_128, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %420 = stablehlo.multiply %419, %84#2 : tensor<256xf32>
    %421 = stablehlo.subtract %arg105, %420 : tensor<256xf32>
    %cst_129 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %422 = stablehlo.broadcast_in_dim %cst_129, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %423 = stablehlo.multiply %422, %84#3 : tensor<256xf32>
    %424 = stablehlo.subtract %arg106, %423 : tensor<256xf32>
    %cst_130 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %425 = stablehlo.broadcast_in_dim %cst_130, dims = [] : (tensor<f32>) -> tensor<3x3x256x256xf32>
    %426 = stablehlo.multiply %425, %84#4 : tensor<3x3x256x256xf32>
    %427 = stablehlo.subtract %arg107, %426 : tensor<3x3x256x256xf32>
    %cst_131 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %428 = stablehlo.broadcast_in_dim %cst_131, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %429 = stablehlo.multiply %428, %84#5 : tensor<256xf32>
    %430 = stablehlo.subtract %arg108, %429 : tensor<256xf32>
    %cst_132 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %431 = stablehlo.broadcast_in_dim %cst_132, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %432 = stablehlo.multiply %431, %84#6 : tensor<256xf32>
    %433 = stablehlo.subtract %arg109, %432 : tensor<256xf32>
    %cst_133 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %434 = stablehlo.broadcast_in_dim %cst_133, dims = [] : (tensor<f32>) -> tensor<1x1x256x1024xf32>
    %435 = stablehlo.multiply %434, %84#7 : tensor<1x1x256x1024xf32>
    %436 = stablehlo.subtract %arg110, %435 : tensor<1x1x256x1024xf32>
    %cst_134 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %437 = stablehlo.broadcast_in_dim %cst_134, dims = [] : (tensor<f32>) -> tensor<1024xf32>
    %438 = stablehlo.multiply %437, %84#8 : tensor<1024xf32>
    %439 = stablehlo.subtract %arg111, %438 : tensor<1024xf32>
    %cst_135 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %440 = stablehlo.broadcast_in_dim %cst_135, dims = [] : (tensor<f32>) -> tensor<1024xf32>
    %441 = stablehlo.multiply %440, %84#9 : tensor<1024xf32>
    %442 = stablehlo.subtract %arg112, %441 : tensor<1024xf32>
    %cst_136 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %443 = stablehlo.broadcast_in_dim %cst_136, dims = [] : (tensor<f32>) -> tensor<1x1x1024x256xf32>
    %444 = stablehlo.multiply %443, %83#1 : tensor<1x1x1024x256xf32>
    %445 = stablehlo.subtract %arg113, %444 : tensor<1x1x1024x256xf32>
    %cst_137 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %446 = stablehlo.broadcast_in_dim %cst_137, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %447 = stablehlo.multiply %446, %83#2 : tensor<256xf32>
    %448 = stablehlo.subtract %arg114, %447 : tensor<256xf32>
    %cst_138 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %449 = stablehlo.broadcast_in_dim %cst_138, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %450 = stablehlo.multiply %449, %83#3 : tensor<256xf32>
    %451 = stablehlo.subtract %arg115, %450 : tensor<256xf32>
    %cst_139 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %452 = stablehlo.broadcast_in_dim %cst_139, dims = [] : (tensor<f32>) -> tensor<3x3x256x256xf32>
    %453 = stablehlo.multiply %452, %83#4 : tensor<3x3x256x256xf32>
    %454 = stablehlo.subtract %arg116, %453 : tensor<3x3x256x256xf32>
    %cst_140 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %455 = stablehlo.broadcast_in_dim %cst_140, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %456 = stablehlo.multiply %455, %83#5 : tensor<256xf32>
    %457 = stablehlo.subtract %arg117, %456 : tensor<256xf32>
    %cst_141 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %458 = stablehlo.broadcast_in_dim %cst_141, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %459 = stablehlo.multiply %458, %83#6 : tensor<256xf32>
    %460 = stablehlo.subtract %arg118, %459 : tensor<256xf32>
    %cst_142 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %461 = stablehlo.broadcast_in_dim %cst_142, dims = [] : (tensor<f32>) -> tensor<1x1x256x1024xf32>
    %462 = stablehlo.multiply %461, %83#7 : tensor<1x1x256x1024xf32>
    %463 = stablehlo.subtract %arg119, %462 : tensor<1x1x256x1024xf32>
    %cst_143 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %464 = stablehlo.broadcast_in_dim %cst_143, dims = [] : (tensor<f32>) -> tensor<1024xf32>
    %465 = stablehlo.multiply %464, %83#8 : tensor<1024xf32>
    %466 = stablehlo.subtract %arg120, %465 : tensor<1024xf32>
    %cst_144 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %467 = stablehlo.broadcast_in_dim %cst_144, dims = [] : (tensor<f32>) -> tensor<1024xf32>
    %468 = stablehlo.multiply %467, %83#9 : tensor<1024xf32>
    %469 = stablehlo.subtract %arg121, %468 : tensor<1024xf32>
    %cst_145 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %470 = stablehlo.broadcast_in_dim %cst_145, dims = [] : (tensor<f32>) -> tensor<1x1x1024x256xf32>
    %471 = stablehlo.multiply %470, %82#1 : tensor<1x1x1024x256xf32>
    %472 = stablehlo.subtract %arg122, %471 : tensor<1x1x1024x256xf32>
    %cst_146 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %473 = stablehlo.broadcast_in_dim %cst_146, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %474 = stablehlo.multiply %473, %82#2 : tensor<256xf32>
    %475 = stablehlo.subtract %arg123, %474 : tensor<256xf32>
    %cst_147 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %476 = stablehlo.broadcast_in_dim %cst_147, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %477 = stablehlo.multiply %476, %82#3 : tensor<256xf32>
    %478 = stablehlo.subtract %arg124, %477 : tensor<256xf32>
    %cst_148 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %479 = stablehlo.broadcast_in_dim %cst_148, dims = [] : (tensor<f32>) -> tensor<3x3x256x256xf32>
    %480 = stablehlo.multiply %479, %82#4 : tensor<3x3x256x256xf32>
    %481 = stablehlo.subtract %arg125, %480 : tensor<3x3x256x256xf32>
    %cst_149 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %482 = stablehlo.broadcast_in_dim %cst_149, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %483 = stablehlo.multiply %482, %82#5 : tensor<256xf32>
    %484 = stablehlo.subtract %arg126, %483 : tensor<256xf32>
    %cst_150 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %485 = stablehlo.broadcast_in_dim %cst_150, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %486 = stablehlo.multiply %485, %82#6 : tensor<256xf32>
    %487 = stablehlo.subtract %arg127, %486 : tensor<256xf32>
    %cst_151 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %488 = stablehlo.broadcast_in_dim %cst_151, dims = [] : (tensor<f32>) -> tensor<1x1x256x1024xf32>
    %489 = stablehlo.multiply %488, %82#7 : tensor<1x1x256x1024xf32>
    %490 = stablehlo.subtract %arg128, %489 : tensor<1x1x256x1024xf32>
    %cst_152 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %491 = stablehlo.broadcast_in_dim %cst_152, dims = [] : (tensor<f32>) -> tensor<1024xf32>
    %492 = stablehlo.multiply %491, %82#8 : tensor<1024xf32>
    %493 = stablehlo.subtract %arg129, %492 : tensor<1024xf32>
    %cst_153 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %494 = stablehlo.broadcast_in_dim %cst_153, dims = [] : (tensor<f32>) -> tensor<1024xf32>
    %495 = stablehlo.multiply %494, %82#9 : tensor<1024xf32>
    %496 = stablehlo.subtract %arg130, %495 : tensor<1024xf32>
    %cst_154 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %497 = stablehlo.broadcast_in_dim %cst_154, dims = [] : (tensor<f32>) -> tensor<1x1x1024x512xf32>
    %498 = stablehlo.multiply %497, %81#1 : tensor<1x1x1024x512xf32>
    %499 = stablehlo.subtract %arg131, %498 : tensor<1x1x1024x512xf32>
    %cst_155 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %500 = stablehlo.broadcast_in_dim %cst_155, dims = [] : (tensor<f32>) -> tensor<512xf32>
    %501 = stablehlo.multiply %500, %81#2 : tensor<512xf32>
    %502 = stablehlo.subtract %arg132, %501 : tensor<512xf32>
    %cst_156 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %503 = stablehlo.broadcast_in_dim %cst_156, dims = [] : (tensor<f32>) -> tensor<512xf32>
    %504 = stablehlo.multiply %503, %81#3 : tensor<512xf32>
    %505 = stablehlo.subtract %arg133, %504 : tensor<512xf32>
    %cst_157 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %506 = stablehlo.broadcast_in_dim %cst_157, dims = [] : (tensor<f32>) -> tensor<3x3x512x512xf32>
    %507 = stablehlo.multiply %506, %81#4 : tensor<3x3x512x512xf32>
    %508 = stablehlo.subtract %arg134, %507 : tensor<3x3x512x512xf32>
    %cst_158 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %509 = stablehlo.broadcast_in_dim %cst_158, dims = [] : (tensor<f32>) -> tensor<512xf32>
    %510 = stablehlo.multiply %509, %81#5 : tensor<512xf32>
    %511 = stablehlo.subtract %arg135, %510 : tensor<512xf32>
    %cst_159 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %512 = stablehlo.broadcast_in_dim %cst_159, dims = [] : (tensor<f32>) -> tensor<512xf32>
    %513 = stablehlo.multiply %512, %81#6 : tensor<512xf32>
    %514 = stablehlo.subtract %arg136, %513 : tensor<512xf32>
    %cst_160 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %515 = stablehlo.broadcast_in_dim %cst_160, dims = [] : (tensor<f32>) -> tensor<1x1x512x2048xf32>
    %516 = stablehlo.multiply %515, %81#7 : tensor<1x1x512x2048xf32>
    %517 = stablehlo.subtract %arg137, %516 : tensor<1x1x512x2048xf32>
    %cst_161 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %518 = stablehlo.broadcast_in_dim %cst_161, dims = [] : (tensor<f32>) -> tensor<2048xf32>
    %519 = stablehlo.multiply %518, %81#8 : tensor<2048xf32>
    %520 = stablehlo.subtract %arg138, %519 : tensor<2048xf32>
    %cst_162 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %521 = stablehlo.broadcast_in_dim %cst_162, dims = [] : (tensor<f32>) -> tensor<2048xf32>
    %522 = stablehlo.multiply %521, %81#9 : tensor<2048xf32>
    %523 = stablehlo.subtract %arg139, %522 : tensor<2048xf32>
    %cst_163 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %524 = stablehlo.broadcast_in_dim %cst_163, dims = [] : (tensor<f32>) -> tensor<1x1x1024x2048xf32>
    %525 = stablehlo.multiply %524, %81#10 : tensor<1x1x1024x2048xf32>
    %526 = stablehlo.subtract %arg140, %525 : tensor<1x1x1024x2048xf32>
    %cst_164 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %527 = stablehlo.broadcast_in_dim %cst_164, dims = [] : (tensor<f32>) -> tensor<2048xf32>
    %528 = stablehlo.multiply %527, %81#11 : tensor<2048xf32>
    %529 = stablehlo.subtract %arg141, %528 : tensor<2048xf32>
    %cst_165 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %530 = stablehlo.broadcast_in_dim %cst_165, dims = [] : (tensor<f32>) -> tensor<2048xf32>
    %531 = stablehlo.multiply %530, %81#12 : tensor<2048xf32>
    %532 = stablehlo.subtract %arg142, %531 : tensor<2048xf32>
    %cst_166 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %533 = stablehlo.broadcast_in_dim %cst_166, dims = [] : (tensor<f32>) -> tensor<1x1x2048x512xf32>
    %534 = stablehlo.multiply %533, %80#1 : tensor<1x1x2048x512xf32>
    %535 = stablehlo.subtract %arg143, %534 : tensor<1x1x2048x512xf32>
    %cst_167 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %536 = stablehlo.broadcast_in_dim %cst_167, dims = [] : (tensor<f32>) -> tensor<512xf32>
    %537 = stablehlo.multiply %536, %80#2 : tensor<512xf32>
    %538 = stablehlo.subtract %arg144, %537 : tensor<512xf32>
    %cst_168 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %539 = stablehlo.broadcast_in_dim %cst_168, dims = [] : (tensor<f32>) -> tensor<512xf32>
    %540 = stablehlo.multiply %539, %80#3 : tensor<512xf32>
    %541 = stablehlo.subtract %arg145, %540 : tensor<512xf32>
    %cst_169 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %542 = stablehlo.broadcast_in_dim %cst_169, dims = [] : (tensor<f32>) -> tensor<3x3x512x512xf32>
    %543 = stablehlo.multiply %542, %80#4 : tensor<3x3x512x512xf32>
    %544 = stablehlo.subtract %arg146, %543 : tensor<3x3x512x512xf32>
    %cst_170 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %545 = stablehlo.broadcast_in_dim %cst_170, dims = [] : (tensor<f32>) -> tensor<512xf32>
    %546 = stablehlo.multiply %545, %80#5 : tensor<512xf32>
    %547 = stablehlo.subtract %arg147, %546 : tensor<512xf32>
    %cst_171 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %548 = stablehlo.broadcast_in_dim %cst_171, dims = [] : (tensor<f32>) -> tensor<512xf32>
    %549 = stablehlo.multiply %548, %80#6 : tensor<512xf32>
    %550 = stablehlo.subtract %arg148, %549 : tensor<512xf32>
    %cst_172 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %551 = stablehlo.broadcast_in_dim %cst_172, dims = [] : (tensor<f32>) -> tensor<1x1x512x2048xf32>
    %552 = stablehlo.multiply %551, %80#7 : tensor<1x1x512x2048xf32>
    %553 = stablehlo.subtract %arg149, %552 : tensor<1x1x512x2048xf32>
    %cst_173 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %554 = stablehlo.broadcast_in_dim %cst_173, dims = [] : (tensor<f32>) -> tensor<2048xf32>
    %555 = stablehlo.multiply %554, %80#8 : tensor<2048xf32>
    %556 = stablehlo.subtract %arg150, %555 : tensor<2048xf32>
    %cst_174 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %557 = stablehlo.broadcast_in_dim %cst_174, dims = [] : (tensor<f32>) -> tensor<2048xf32>
    %558 = stablehlo.multiply %557, %80#9 : tensor<2048xf32>
    %559 = stablehlo.subtract %arg151, %558 : tensor<2048xf32>
    %cst_175 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %560 = stablehlo.broadcast_in_dim %cst_175, dims = [] : (tensor<f32>) -> tensor<1x1x2048x512xf32>
    %561 = stablehlo.multiply %560, %79#1 : tensor<1x1x2048x512xf32>
    %562 = stablehlo.subtract %arg152, %561 : tensor<1x1x2048x512xf32>
    %cst_176 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %563 = stablehlo.broadcast_in_dim %cst_176, dims = [] : (tensor<f32>) -> tensor<512xf32>
    %564 = stablehlo.multiply %563, %79#2 : tensor<512xf32>
    %565 = stablehlo.subtract %arg153, %564 : tensor<512xf32>
    %cst_177 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %566 = stablehlo.broadcast_in_dim %cst_177, dims = [] : (tensor<f32>) -> tensor<512xf32>
    %567 = stablehlo.multiply %566, %79#3 : tensor<512xf32>
    %568 = stablehlo.subtract %arg154, %567 : tensor<512xf32>
    %cst_178 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %569 = stablehlo.broadcast_in_dim %cst_178, dims = [] : (tensor<f32>) -> tensor<3x3x512x512xf32>
    %570 = stablehlo.multiply %569, %79#4 : tensor<3x3x512x512xf32>
    %571 = stablehlo.subtract %arg155, %570 : tensor<3x3x512x512xf32>
    %cst_179 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %572 = stablehlo.broadcast_in_dim %cst_179, dims = [] : (tensor<f32>) -> tensor<512xf32>
    %573 = stablehlo.multiply %572, %79#5 : tensor<512xf32>
    %574 = stablehlo.subtract %arg156, %573 : tensor<512xf32>
    %cst_180 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %575 = stablehlo.broadcast_in_dim %cst_180, dims = [] : (tensor<f32>) -> tensor<512xf32>
    %576 = stablehlo.multiply %575, %79#6 : tensor<512xf32>
    %577 = stablehlo.subtract %arg157, %576 : tensor<512xf32>
    %cst_181 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %578 = stablehlo.broadcast_in_dim %cst_181, dims = [] : (tensor<f32>) -> tensor<1x1x512x2048xf32>
    %579 = stablehlo.multiply %578, %79#7 : tensor<1x1x512x2048xf32>
    %580 = stablehlo.subtract %arg158, %579 : tensor<1x1x512x2048xf32>
    %cst_182 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %581 = stablehlo.broadcast_in_dim %cst_182, dims = [] : (tensor<f32>) -> tensor<2048xf32>
    %582 = stablehlo.multiply %581, %79#8 : tensor<2048xf32>
    %583 = stablehlo.subtract %arg159, %582 : tensor<2048xf32>
    %cst_183 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %584 = stablehlo.broadcast_in_dim %cst_183, dims = [] : (tensor<f32>) -> tensor<2048xf32>
    %585 = stablehlo.multiply %584, %79#9 : tensor<2048xf32>
    %586 = stablehlo.subtract %arg160, %585 : tensor<2048xf32>
    %cst_184 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %587 = stablehlo.broadcast_in_dim %cst_184, dims = [] : (tensor<f32>) -> tensor<2048x1000xf32>
    %588 = stablehlo.multiply %587, %74 : tensor<2048x1000xf32>
    %589 = stablehlo.subtract %arg161, %588 : tensor<2048x1000xf32>
    %cst_185 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %590 = stablehlo.broadcast_in_dim %cst_185, dims = [] : (tensor<f32>) -> tensor<1000xf32>
    %591 = stablehlo.multiply %590, %72 : tensor<1000xf32>
    %592 = stablehlo.subtract %arg162, %591 : tensor<1000xf32>
    return %112, %115, %118, %121, %124, %127, %130, %133, %136, %139, %142, %145, %148, %151, %154, %157, %160, %163, %166, %169, %172, %175, %178, %181, %184, %187, %190, %193, %196, %199, %202, %205, %208, %211, %214, %217, %220, %223, %226, %229, %232, %235, %238, %241, %244, %247, %250, %253, %256, %259, %262, %265, %268, %271, %274, %277, %280, %283, %286, %289, %292, %295, %298, %301, %304, %307, %310, %313, %316, %319, %322, %325, %328, %331, %334, %337, %340, %343, %346, %349, %352, %355, %358, %361, %364, %367, %370, %373, %376, %379, %382, %385, %388, %391, %394, %397, %400, %403, %406, %409, %412, %415, %418, %421, %424, %427, %430, %433, %436, %439, %442, %445, %448, %451, %454, %457, %460, %463, %466, %469, %472, %475, %478, %481, %484, %487, %490, %493, %496, %499, %502, %505, %508, %511, %514, %517, %520, %523, %526, %529, %532, %535, %538, %541, %544, %547, %550, %553, %556, %559, %562, %565, %568, %571, %574, %577, %580, %583, %586, %589, %592 : tensor<7x7x3x64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<1x1x64x64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<3x3x64x64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<1x1x64x256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<1x1x64x256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<1x1x256x64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<3x3x64x64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<1x1x64x256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<1x1x256x64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<3x3x64x64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<1x1x64x256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<1x1x256x128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<3x3x128x128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<1x1x128x512xf32>, tensor<512xf32>, tensor<512xf32>, tensor<1x1x256x512xf32>, tensor<512xf32>, tensor<512xf32>, tensor<1x1x512x128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<3x3x128x128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<1x1x128x512xf32>, tensor<512xf32>, tensor<512xf32>, tensor<1x1x512x128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<3x3x128x128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<1x1x128x512xf32>, tensor<512xf32>, tensor<512xf32>, tensor<1x1x512x128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<3x3x128x128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<1x1x128x512xf32>, tensor<512xf32>, tensor<512xf32>, tensor<1x1x512x256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<3x3x256x256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<1x1x256x1024xf32>, tensor<1024xf32>, tensor<1024xf32>, tensor<1x1x512x1024xf32>, tensor<1024xf32>, tensor<1024xf32>, tensor<1x1x1024x256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<3x3x256x256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<1x1x256x1024xf32>, tensor<1024xf32>, tensor<1024xf32>, tensor<1x1x1024x256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<3x3x256x256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<1x1x256x1024xf32>, tensor<1024xf32>, tensor<1024xf32>, tensor<1x1x1024x256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<3x3x256x256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<1x1x256x1024xf32>, tensor<1024xf32>, tensor<1024xf32>, tensor<1x1x1024x256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<3x3x256x256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<1x1x256x1024xf32>, tensor<1024xf32>, tensor<1024xf32>, tensor<1x1x1024x256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<3x3x256x256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<1x1x256x1024xf32>, tensor<1024xf32>, tensor<1024xf32>, tensor<1x1x1024x512xf32>, tensor<512xf32>, tensor<512xf32>, tensor<3x3x512x512xf32>, tensor<512xf32>, tensor<512xf32>, tensor<1x1x512x2048xf32>, tensor<2048xf32>, tensor<2048xf32>, tensor<1x1x1024x2048xf32>, tensor<2048xf32>, tensor<2048xf32>, tensor<1x1x2048x512xf32>, tensor<512xf32>, tensor<512xf32>, tensor<3x3x512x512xf32>, tensor<512xf32>, tensor<512xf32>, tensor<1x1x512x2048xf32>, tensor<2048xf32>, tensor<2048xf32>, tensor<1x1x2048x512xf32>, tensor<512xf32>, tensor<512xf32>, tensor<3x3x512x512xf32>, tensor<512xf32>, tensor<512xf32>, tensor<1x1x512x2048xf32>, tensor<2048xf32>, tensor<2048xf32>, tensor<2048x1000xf32>, tensor<1000xf32>
  }
  func.func private @block(%arg0: tensor<8x56x56x64xf32>, %arg1: tensor<1x1x64x64xf32>, %arg2: tensor<64xf32>, %arg3: tensor<64xf32>, %arg4: tensor<3x3x64x64xf32>, %arg5: tensor<64xf32>, %arg6: tensor<64xf32>, %arg7: tensor<1x1x64x256xf32>, %arg8: tensor<256xf32>, %arg9: tensor<256xf32>, %arg10: tensor<1x1x64x256xf32>, %arg11: tensor<256xf32>, %arg12: tensor<256xf32>) -> (tensor<8x56x56x256xf32>, tensor<1x1x1x64xf32>, tensor<8x56x56x64xf32>, tensor<8x56x56x64xi1>, tensor<8x56x56x64xf32>, tensor<8x56x56x64xf32>, tensor<1x1x1x64xf32>, tensor<8x56x56x64xf32>, tensor<8x56x56x64xi1>, tensor<8x56x56x64xf32>, tensor<8x56x56x64xf32>, tensor<1x1x1x256xf32>, tensor<8x56x56x256xf32>, tensor<1x1x1x256xf32>, tensor<8x56x56x256xf32>, tensor<8x56x56x256xi1>, tensor<8x56x56x256xf32>) {
    %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x56x56x64xf32>, tensor<1x1x64x64xf32>) -> tensor<8x56x56x64xf32>
    %1 = stablehlo.broadcast_in_dim %arg2, dims = [3] : (tensor<64xf32>) -> tensor<1x1x1x64xf32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [0, 1, 2, 3] : (tensor<1x1x1x64xf32>) -> tensor<8x56x56x64xf32>
    %3 = stablehlo.multiply %0, %2 : tensor<8x56x56x64xf32>
    %4 = stablehlo.broadcast_in_dim %arg3, dims = [3] : (tensor<64xf32>) -> tensor<1x1x1x64xf32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [0, 1, 2, 3] : (tensor<1x1x1x64xf32>) -> tensor<8x56x56x64xf32>
    %6 = stablehlo.add %3, %5 : tensor<8x56x56x64xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %7 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x56x56x64xf32>
    %8 = stablehlo.compare GT, %6, %7, FLOAT : (tensor<8x56x56x64xf32>, tensor<8x56x56x64xf32>) -> tensor<8x56x56x64xi1>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %9 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<8x56x56x64xf32>
    %10 = stablehlo.select %8, %6, %9 : tensor<8x56x56x64xi1>, tensor<8x56x56x64xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %11 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<8x56x56x64xf32>
    %12 = stablehlo.convolution(%10, %arg4) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x56x56x64xf32>, tensor<3x3x64x64xf32>) -> tensor<8x56x56x64xf32>
    %13 = stablehlo.broadcast_in_dim %arg5, dims = [3] : (tensor<64xf32>) -> tensor<1x1x1x64xf32>
    %14 = stablehlo.broadcast_in_dim %13, dims = [0, 1, 2, 3] : (tensor<1x1x1x64xf32>) -> tensor<8x56x56x64xf32>
    %15 = stablehlo.multiply %12, %14 : tensor<8x56x56x64xf32>
    %16 = stablehlo.broadcast_in_dim %arg6, dims = [3] : (tensor<64xf32>) -> tensor<1x1x1x64xf32>
    %17 = stablehlo.broadcast_in_dim %16, dims = [0, 1, 2, 3] : (tensor<1x1x1x64xf32>) -> tensor<8x56x56x64xf32>
    %18 = stablehlo.add %15, %17 : tensor<8x56x56x64xf32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %19 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<8x56x56x64xf32>
    %20 = stablehlo.compare GT, %18, %19, FLOAT : (tensor<8x56x56x64xf32>, tensor<8x56x56x64xf32>) -> tensor<8x56x56x64xi1>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %21 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<8x56x56x64xf32>
    %22 = stablehlo.select %20, %18, %21 : tensor<8x56x56x64xi1>, tensor<8x56x56x64xf32>
    %cst_4 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %23 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<8x56x56x64xf32>
    %24 = stablehlo.convolution(%22, %arg7) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x56x56x64xf32>, tensor<1x1x64x256xf32>) -> tensor<8x56x56x256xf32>
    %25 = stablehlo.broadcast_in_dim %arg8, dims = [3] : (tensor<256xf32>) -> tensor<1x1x1x256xf32>
    %26 = stablehlo.broadcast_in_dim %25, dims = [0, 1, 2, 3] : (tensor<1x1x1x256xf32>) -> tensor<8x56x56x256xf32>
    %27 = stablehlo.multiply %24, %26 : tensor<8x56x56x256xf32>
    %28 = stablehlo.broadcast_in_dim %arg9, dims = [3] : (tensor<256xf32>) -> tensor<1x1x1x256xf32>
    %29 = stablehlo.broadcast_in_dim %28, dims = [0, 1, 2, 3] : (tensor<1x1x1x256xf32>) -> tensor<8x56x56x256xf32>
    %30 = stablehlo.add %27, %29 : tensor<8x56x56x256xf32>
    %31 = stablehlo.convolution(%arg0, %arg10) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x56x56x64xf32>, tensor<1x1x64x256xf32>) -> tensor<8x56x56x256xf32>
    %32 = stablehlo.broadcast_in_dim %arg11, dims = [3] : (tensor<256xf32>) -> tensor<1x1x1x256xf32>
    %33 = stablehlo.broadcast_in_dim %32, dims = [0, 1, 2, 3] : (tensor<1x1x1x256xf32>) -> tensor<8x56x56x256xf32>
    %34 = stablehlo.multiply %31, %33 : tensor<8x56x56x256xf32>
    %35 = stablehlo.broadcast_in_dim %arg12, dims = [3] : (tensor<256xf32>) -> tensor<1x1x1x256xf32>
    %36 = stablehlo.broadcast_in_dim %35, dims = [0, 1, 2, 3] : (tensor<1x1x1x256xf32>) -> tensor<8x56x56x256xf32>
    %37 = stablehlo.add %34, %36 : tensor<8x56x56x256xf32>
    %38 = stablehlo.add %30, %37 : tensor<8x56x56x256xf32>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %39 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<8x56x56x256xf32>
    %40 = stablehlo.compare GT, %38, %39, FLOAT : (tensor<8x56x56x256xf32>, tensor<8x56x56x256xf32>) -> tensor<8x56x56x256xi1>
    %cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %41 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<8x56x56x256xf32>
    %42 = stablehlo.select %40, %38, %41 : tensor<8x56x56x256xi1>, tensor<8x56x56x256xf32>
    %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %43 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<8x56x56x256xf32>
    return %42, %1, %0, %8, %11, %10, %13, %12, %20, %23, %22, %25, %24, %32, %31, %40, %43 : tensor<8x56x56x256xf32>, tensor<1x1x1x64xf32>, tensor<8x56x56x64xf32>, tensor<8x56x56x64xi1>, tensor<8x56x56x64xf32>, tensor<8x56x56x64xf32>, tensor<1x1x1x64xf32>, tensor<8x56x56x64xf32>, tensor<8x56x56x64xi1>, tensor<8x56x56x64xf32>, tensor<8x56x56x64xf32>, tensor<1x1x1x256xf32>, tensor<8x56x56x256xf32>, tensor<1x1x1x256xf32>, tensor<8x56x56x256xf32>, tensor<8x56x56x256xi1>, tensor<8x56x56x256xf32>
  }
  func.func private @block_0(%arg0: tensor<8x56x56x256xf32>, %arg1: tensor<1x1x256x64xf32>, %arg2: tensor<64xf32>, %arg3: tensor<64xf32>, %arg4: tensor<3x3x64x64xf32>, %arg5: tensor<64xf32>, %arg6: tensor<64xf32>, %arg7: tensor<1x1x64x256xf32>, %arg8: tensor<256xf32>, %arg9: tensor<256xf32>) -> (tensor<8x56x56x256xf32>, tensor<1x1x1x64xf32>, tensor<8x56x56x64xf32>, tensor<8x56x56x64xi1>, tensor<8x56x56x64xf32>, tensor<8x56x56x64xf32>, tensor<1x1x1x64xf32>, tensor<8x56x56x64xf32>, tensor<8x56x56x64xi1>, tensor<8x56x56x64xf32>, tensor<8x56x56x64xf32>, tensor<1x1x1x256xf32>, tensor<8x56x56x256xf32>, tensor<8x56x56x256xi1>, tensor<8x56x56x256xf32>) {
    %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x56x56x256xf32>, tensor<1x1x256x64xf32>) -> tensor<8x56x56x64xf32>
    %1 = stablehlo.broadcast_in_dim %arg2, dims = [3] : (tensor<64xf32>) -> tensor<1x1x1x64xf32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [0, 1, 2, 3] : (tensor<1x1x1x64xf32>) -> tensor<8x56x56x64xf32>
    %3 = stablehlo.multiply %0, %2 : tensor<8x56x56x64xf32>
    %4 = stablehlo.broadcast_in_dim %arg3, dims = [3] : (tensor<64xf32>) -> tensor<1x1x1x64xf32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [0, 1, 2, 3] : (tensor<1x1x1x64xf32>) -> tensor<8x56x56x64xf32>
    %6 = stablehlo.add %3, %5 : tensor<8x56x56x64xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %7 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x56x56x64xf32>
    %8 = stablehlo.compare GT, %6, %7, FLOAT : (tensor<8x56x56x64xf32>, tensor<8x56x56x64xf32>) -> tensor<8x56x56x64xi1>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %9 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<8x56x56x64xf32>
    %10 = stablehlo.select %8, %6, %9 : tensor<8x56x56x64xi1>, tensor<8x56x56x64xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %11 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<8x56x56x64xf32>
    %12 = stablehlo.convolution(%10, %arg4) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x56x56x64xf32>, tensor<3x3x64x64xf32>) -> tensor<8x56x56x64xf32>
    %13 = stablehlo.broadcast_in_dim %arg5, dims = [3] : (tensor<64xf32>) -> tensor<1x1x1x64xf32>
    %14 = stablehlo.broadcast_in_dim %13, dims = [0, 1, 2, 3] : (tensor<1x1x1x64xf32>) -> tensor<8x56x56x64xf32>
    %15 = stablehlo.multiply %12, %14 : tensor<8x56x56x64xf32>
    %16 = stablehlo.broadcast_in_dim %arg6, dims = [3] : (tensor<64xf32>) -> tensor<1x1x1x64xf32>
    %17 = stablehlo.broadcast_in_dim %16, dims = [0, 1, 2, 3] : (tensor<1x1x1x64xf32>) -> tensor<8x56x56x64xf32>
    %18 = stablehlo.add %15, %17 : tensor<8x56x56x64xf32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %19 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<8x56x56x64xf32>
    %20 = stablehlo.compare GT, %18, %19, FLOAT : (tensor<8x56x56x64xf32>, tensor<8x56x56x64xf32>) -> tensor<8x56x56x64xi1>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %21 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<8x56x56x64xf32>
    %22 = stablehlo.select %20, %18, %21 : tensor<8x56x56x64xi1>, tensor<8x56x56x64xf32>
    %cst_4 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %23 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<8x56x56x64xf32>
    %24 = stablehlo.convolution(%22, %arg7) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x56x56x64xf32>, tensor<1x1x64x256xf32>) -> tensor<8x56x56x256xf32>
    %25 = stablehlo.broadcast_in_dim %arg8, dims = [3] : (tensor<256xf32>) -> tensor<1x1x1x256xf32>
    %26 = stablehlo.broadcast_in_dim %25, dims = [0, 1, 2, 3] : (tensor<1x1x1x256xf32>) -> tensor<8x56x56x256xf32>
    %27 = stablehlo.multiply %24, %26 : tensor<8x56x56x256xf32>
    %28 = stablehlo.broadcast_in_dim %arg9, dims = [3] : (tensor<256xf32>) -> tensor<1x1x1x256xf32>
    %29 = stablehlo.broadcast_in_dim %28, dims = [0, 1, 2, 3] : (tensor<1x1x1x256xf32>) -> tensor<8x56x56x256xf32>
    %30 = stablehlo.add %27, %29 : tensor<8x56x56x256xf32>
    %31 = stablehlo.add %30, %arg0 : tensor<8x56x56x256xf32>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %32 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<8x56x56x256xf32>
    %33 = stablehlo.compare GT, %31, %32, FLOAT : (tensor<8x56x56x256xf32>, tensor<8x56x56x256xf32>) -> tensor<8x56x56x256xi1>
    %cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %34 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<8x56x56x256xf32>
    %35 = stablehlo.select %33, %31, %34 : tensor<8x56x56x256xi1>, tensor<8x56x56x256xf32>
    %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %36 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<8x56x56x256xf32>
    return %35, %1, %0, %8, %11, %10, %13, %12, %20, %23, %22, %25, %24, %33, %36 : tensor<8x56x56x256xf32>, tensor<1x1x1x64xf32>, tensor<8x56x56x64xf32>, tensor<8x56x56x64xi1>, tensor<8x56x56x64xf32>, tensor<8x56x56x64xf32>, tensor<1x1x1x64xf32>, tensor<8x56x56x64xf32>, tensor<8x56x56x64xi1>, tensor<8x56x56x64xf32>, tensor<8x56x56x64xf32>, tensor<1x1x1x256xf32>, tensor<8x56x56x256xf32>, tensor<8x56x56x256xi1>, tensor<8x56x56x256xf32>
  }
  func.func private @block_1(%arg0: tensor<8x56x56x256xf32>, %arg1: tensor<1x1x256x128xf32>, %arg2: tensor<128xf32>, %arg3: tensor<128xf32>, %arg4: tensor<3x3x128x128xf32>, %arg5: tensor<128xf32>, %arg6: tensor<128xf32>, %arg7: tensor<1x1x128x512xf32>, %arg8: tensor<512xf32>, %arg9: tensor<512xf32>, %arg10: tensor<1x1x256x512xf32>, %arg11: tensor<512xf32>, %arg12: tensor<512xf32>) -> (tensor<8x28x28x512xf32>, tensor<1x1x1x128xf32>, tensor<8x56x56x128xf32>, tensor<8x56x56x128xi1>, tensor<8x56x56x128xf32>, tensor<8x56x56x128xf32>, tensor<1x1x1x128xf32>, tensor<8x28x28x128xf32>, tensor<8x28x28x128xi1>, tensor<8x28x28x128xf32>, tensor<8x28x28x128xf32>, tensor<1x1x1x512xf32>, tensor<8x28x28x512xf32>, tensor<1x1x1x512xf32>, tensor<8x28x28x512xf32>, tensor<8x28x28x512xi1>, tensor<8x28x28x512xf32>) {
    %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x56x56x256xf32>, tensor<1x1x256x128xf32>) -> tensor<8x56x56x128xf32>
    %1 = stablehlo.broadcast_in_dim %arg2, dims = [3] : (tensor<128xf32>) -> tensor<1x1x1x128xf32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [0, 1, 2, 3] : (tensor<1x1x1x128xf32>) -> tensor<8x56x56x128xf32>
    %3 = stablehlo.multiply %0, %2 : tensor<8x56x56x128xf32>
    %4 = stablehlo.broadcast_in_dim %arg3, dims = [3] : (tensor<128xf32>) -> tensor<1x1x1x128xf32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [0, 1, 2, 3] : (tensor<1x1x1x128xf32>) -> tensor<8x56x56x128xf32>
    %6 = stablehlo.add %3, %5 : tensor<8x56x56x128xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %7 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x56x56x128xf32>
    %8 = stablehlo.compare GT, %6, %7, FLOAT : (tensor<8x56x56x128xf32>, tensor<8x56x56x128xf32>) -> tensor<8x56x56x128xi1>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %9 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<8x56x56x128xf32>
    %10 = stablehlo.select %8, %6, %9 : tensor<8x56x56x128xi1>, tensor<8x56x56x128xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %11 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<8x56x56x128xf32>
    %12 = stablehlo.convolution(%10, %arg4) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2], pad = [[0, 1], [0, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x56x56x128xf32>, tensor<3x3x128x128xf32>) -> tensor<8x28x28x128xf32>
    %13 = stablehlo.broadcast_in_dim %arg5, dims = [3] : (tensor<128xf32>) -> tensor<1x1x1x128xf32>
    %14 = stablehlo.broadcast_in_dim %13, dims = [0, 1, 2, 3] : (tensor<1x1x1x128xf32>) -> tensor<8x28x28x128xf32>
    %15 = stablehlo.multiply %12, %14 : tensor<8x28x28x128xf32>
    %16 = stablehlo.broadcast_in_dim %arg6, dims = [3] : (tensor<128xf32>) -> tensor<1x1x1x128xf32>
    %17 = stablehlo.broadcast_in_dim %16, dims = [0, 1, 2, 3] : (tensor<1x1x1x128xf32>) -> tensor<8x28x28x128xf32>
    %18 = stablehlo.add %15, %17 : tensor<8x28x28x128xf32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %19 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<8x28x28x128xf32>
    %20 = stablehlo.compare GT, %18, %19, FLOAT : (tensor<8x28x28x128xf32>, tensor<8x28x28x128xf32>) -> tensor<8x28x28x128xi1>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %21 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<8x28x28x128xf32>
    %22 = stablehlo.select %20, %18, %21 : tensor<8x28x28x128xi1>, tensor<8x28x28x128xf32>
    %cst_4 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %23 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<8x28x28x128xf32>
    %24 = stablehlo.convolution(%22, %arg7) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x28x28x128xf32>, tensor<1x1x128x512xf32>) -> tensor<8x28x28x512xf32>
    %25 = stablehlo.broadcast_in_dim %arg8, dims = [3] : (tensor<512xf32>) -> tensor<1x1x1x512xf32>
    %26 = stablehlo.broadcast_in_dim %25, dims = [0, 1, 2, 3] : (tensor<1x1x1x512xf32>) -> tensor<8x28x28x512xf32>
    %27 = stablehlo.multiply %24, %26 : tensor<8x28x28x512xf32>
    %28 = stablehlo.broadcast_in_dim %arg9, dims = [3] : (tensor<512xf32>) -> tensor<1x1x1x512xf32>
    %29 = stablehlo.broadcast_in_dim %28, dims = [0, 1, 2, 3] : (tensor<1x1x1x512xf32>) -> tensor<8x28x28x512xf32>
    %30 = stablehlo.add %27, %29 : tensor<8x28x28x512xf32>
    %31 = stablehlo.convolution(%arg0, %arg10) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x56x56x256xf32>, tensor<1x1x256x512xf32>) -> tensor<8x28x28x512xf32>
    %32 = stablehlo.broadcast_in_dim %arg11, dims = [3] : (tensor<512xf32>) -> tensor<1x1x1x512xf32>
    %33 = stablehlo.broadcast_in_dim %32, dims = [0, 1, 2, 3] : (tensor<1x1x1x512xf32>) -> tensor<8x28x28x512xf32>
    %34 = stablehlo.multiply %31, %33 : tensor<8x28x28x512xf32>
    %35 = stablehlo.broadcast_in_dim %arg12, dims = [3] : (tensor<512xf32>) -> tensor<1x1x1x512xf32>
    %36 = stablehlo.broadcast_in_dim %35, dims = [0, 1, 2, 3] : (tensor<1x1x1x512xf32>) -> tensor<8x28x28x512xf32>
    %37 = stablehlo.add %34, %36 : tensor<8x28x28x512xf32>
    %38 = stablehlo.add %30, %37 : tensor<8x28x28x512xf32>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %39 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<8x28x28x512xf32>
    %40 = stablehlo.compare GT, %38, %39, FLOAT : (tensor<8x28x28x512xf32>, tensor<8x28x28x512xf32>) -> tensor<8x28x28x512xi1>
    %cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %41 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<8x28x28x512xf32>
    %42 = stablehlo.select %40, %38, %41 : tensor<8x28x28x512xi1>, tensor<8x28x28x512xf32>
    %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %43 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<8x28x28x512xf32>
    return %42, %1, %0, %8, %11, %10, %13, %12, %20, %23, %22, %25, %24, %32, %31, %40, %43 : tensor<8x28x28x512xf32>, tensor<1x1x1x128xf32>, tensor<8x56x56x128xf32>, tensor<8x56x56x128xi1>, tensor<8x56x56x128xf32>, tensor<8x56x56x128xf32>, tensor<1x1x1x128xf32>, tensor<8x28x28x128xf32>, tensor<8x28x28x128xi1>, tensor<8x28x28x128xf32>, tensor<8x28x28x128xf32>, tensor<1x1x1x512xf32>, tensor<8x28x28x512xf32>, tensor<1x1x1x512xf32>, tensor<8x28x28x512xf32>, tensor<8x28x28x512xi1>, tensor<8x28x28x512xf32>
  }
  func.func private @block_2(%arg0: tensor<8x28x28x512xf32>, %arg1: tensor<1x1x512x128xf32>, %arg2: tensor<128xf32>, %arg3: tensor<128xf32>, %arg4: tensor<3x3x128x128xf32>, %arg5: tensor<128xf32>, %arg6: tensor<128xf32>, %arg7: tensor<1x1x128x512xf32>, %arg8: tensor<512xf32>, %arg9: tensor<512xf32>) -> (tensor<8x28x28x512xf32>, tensor<1x1x1x128xf32>, tensor<8x28x28x128xf32>, tensor<8x28x28x128xi1>, tensor<8x28x28x128xf32>, tensor<8x28x28x128xf32>, tensor<1x1x1x128xf32>, tensor<8x28x28x128xf32>, tensor<8x28x28x128xi1>, tensor<8x28x28x128xf32>, tensor<8x28x28x128xf32>, tensor<1x1x1x512xf32>, tensor<8x28x28x512xf32>, tensor<8x28x28x512xi1>, tensor<8x28x28x512xf32>) {
    %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x28x28x512xf32>, tensor<1x1x512x128xf32>) -> tensor<8x28x28x128xf32>
    %1 = stablehlo.broadcast_in_dim %arg2, dims = [3] : (tensor<128xf32>) -> tensor<1x1x1x128xf32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [0, 1, 2, 3] : (tensor<1x1x1x128xf32>) -> tensor<8x28x28x128xf32>
    %3 = stablehlo.multiply %0, %2 : tensor<8x28x28x128xf32>
    %4 = stablehlo.broadcast_in_dim %arg3, dims = [3] : (tensor<128xf32>) -> tensor<1x1x1x128xf32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [0, 1, 2, 3] : (tensor<1x1x1x128xf32>) -> tensor<8x28x28x128xf32>
    %6 = stablehlo.add %3, %5 : tensor<8x28x28x128xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %7 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x28x28x128xf32>
    %8 = stablehlo.compare GT, %6, %7, FLOAT : (tensor<8x28x28x128xf32>, tensor<8x28x28x128xf32>) -> tensor<8x28x28x128xi1>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %9 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<8x28x28x128xf32>
    %10 = stablehlo.select %8, %6, %9 : tensor<8x28x28x128xi1>, tensor<8x28x28x128xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %11 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<8x28x28x128xf32>
    %12 = stablehlo.convolution(%10, %arg4) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x28x28x128xf32>, tensor<3x3x128x128xf32>) -> tensor<8x28x28x128xf32>
    %13 = stablehlo.broadcast_in_dim %arg5, dims = [3] : (tensor<128xf32>) -> tensor<1x1x1x128xf32>
    %14 = stablehlo.broadcast_in_dim %13, dims = [0, 1, 2, 3] : (tensor<1x1x1x128xf32>) -> tensor<8x28x28x128xf32>
    %15 = stablehlo.multiply %12, %14 : tensor<8x28x28x128xf32>
    %16 = stablehlo.broadcast_in_dim %arg6, dims = [3] : (tensor<128xf32>) -> tensor<1x1x1x128xf32>
    %17 = stablehlo.broadcast_in_dim %16, dims = [0, 1, 2, 3] : (tensor<1x1x1x128xf32>) -> tensor<8x28x28x128xf32>
    %18 = stablehlo.add %15, %17 : tensor<8x28x28x128xf32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %19 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<8x28x28x128xf32>
    %20 = stablehlo.compare GT, %18, %19, FLOAT : (tensor<8x28x28x128xf32>, tensor<8x28x28x128xf32>) -> tensor<8x28x28x128xi1>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %21 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<8x28x28x128xf32>
    %22 = stablehlo.select %20, %18, %21 : tensor<8x28x28x128xi1>, tensor<8x28x28x128xf32>
    %cst_4 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %23 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<8x28x28x128xf32>
    %24 = stablehlo.convolution(%22, %arg7) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x28x28x128xf32>, tensor<1x1x128x512xf32>) -> tensor<8x28x28x512xf32>
    %25 = stablehlo.broadcast_in_dim %arg8, dims = [3] : (tensor<512xf32>) -> tensor<1x1x1x512xf32>
    %26 = stablehlo.broadcast_in_dim %25, dims = [0, 1, 2, 3] : (tensor<1x1x1x512xf32>) -> tensor<8x28x28x512xf32>
    %27 = stablehlo.multiply %24, %26 : tensor<8x28x28x512xf32>
    %28 = stablehlo.broadcast_in_dim %arg9, dims = [3] : (tensor<512xf32>) -> tensor<1x1x1x512xf32>
    %29 = stablehlo.broadcast_in_dim %28, dims = [0, 1, 2, 3] : (tensor<1x1x1x512xf32>) -> tensor<8x28x28x512xf32>
    %30 = stablehlo.add %27, %29 : tensor<8x28x28x512xf32>
    %31 = stablehlo.add %30, %arg0 : tensor<8x28x28x512xf32>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %32 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<8x28x28x512xf32>
    %33 = stablehlo.compare GT, %31, %32, FLOAT : (tensor<8x28x28x512xf32>, tensor<8x28x28x512xf32>) -> tensor<8x28x28x512xi1>
    %cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %34 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<8x28x28x512xf32>
    %35 = stablehlo.select %33, %31, %34 : tensor<8x28x28x512xi1>, tensor<8x28x28x512xf32>
    %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %36 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<8x28x28x512xf32>
    return %35, %1, %0, %8, %11, %10, %13, %12, %20, %23, %22, %25, %24, %33, %36 : tensor<8x28x28x512xf32>, tensor<1x1x1x128xf32>, tensor<8x28x28x128xf32>, tensor<8x28x28x128xi1>, tensor<8x28x28x128xf32>, tensor<8x28x28x128xf32>, tensor<1x1x1x128xf32>, tensor<8x28x28x128xf32>, tensor<8x28x28x128xi1>, tensor<8x28x28x128xf32>, tensor<8x28x28x128xf32>, tensor<1x1x1x512xf32>, tensor<8x28x28x512xf32>, tensor<8x28x28x512xi1>, tensor<8x28x28x512xf32>
  }
  func.func private @block_3(%arg0: tensor<8x28x28x512xf32>, %arg1: tensor<1x1x512x256xf32>, %arg2: tensor<256xf32>, %arg3: tensor<256xf32>, %arg4: tensor<3x3x256x256xf32>, %arg5: tensor<256xf32>, %arg6: tensor<256xf32>, %arg7: tensor<1x1x256x1024xf32>, %arg8: tensor<1024xf32>, %arg9: tensor<1024xf32>, %arg10: tensor<1x1x512x1024xf32>, %arg11: tensor<1024xf32>, %arg12: tensor<1024xf32>) -> (tensor<8x14x14x1024xf32>, tensor<1x1x1x256xf32>, tensor<8x28x28x256xf32>, tensor<8x28x28x256xi1>, tensor<8x28x28x256xf32>, tensor<8x28x28x256xf32>, tensor<1x1x1x256xf32>, tensor<8x14x14x256xf32>, tensor<8x14x14x256xi1>, tensor<8x14x14x256xf32>, tensor<8x14x14x256xf32>, tensor<1x1x1x1024xf32>, tensor<8x14x14x1024xf32>, tensor<1x1x1x1024xf32>, tensor<8x14x14x1024xf32>, tensor<8x14x14x1024xi1>, tensor<8x14x14x1024xf32>) {
    %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x28x28x512xf32>, tensor<1x1x512x256xf32>) -> tensor<8x28x28x256xf32>
    %1 = stablehlo.broadcast_in_dim %arg2, dims = [3] : (tensor<256xf32>) -> tensor<1x1x1x256xf32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [0, 1, 2, 3] : (tensor<1x1x1x256xf32>) -> tensor<8x28x28x256xf32>
    %3 = stablehlo.multiply %0, %2 : tensor<8x28x28x256xf32>
    %4 = stablehlo.broadcast_in_dim %arg3, dims = [3] : (tensor<256xf32>) -> tensor<1x1x1x256xf32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [0, 1, 2, 3] : (tensor<1x1x1x256xf32>) -> tensor<8x28x28x256xf32>
    %6 = stablehlo.add %3, %5 : tensor<8x28x28x256xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %7 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x28x28x256xf32>
    %8 = stablehlo.compare GT, %6, %7, FLOAT : (tensor<8x28x28x256xf32>, tensor<8x28x28x256xf32>) -> tensor<8x28x28x256xi1>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %9 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<8x28x28x256xf32>
    %10 = stablehlo.select %8, %6, %9 : tensor<8x28x28x256xi1>, tensor<8x28x28x256xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %11 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<8x28x28x256xf32>
    %12 = stablehlo.convolution(%10, %arg4) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2], pad = [[0, 1], [0, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x28x28x256xf32>, tensor<3x3x256x256xf32>) -> tensor<8x14x14x256xf32>
    %13 = stablehlo.broadcast_in_dim %arg5, dims = [3] : (tensor<256xf32>) -> tensor<1x1x1x256xf32>
    %14 = stablehlo.broadcast_in_dim %13, dims = [0, 1, 2, 3] : (tensor<1x1x1x256xf32>) -> tensor<8x14x14x256xf32>
    %15 = stablehlo.multiply %12, %14 : tensor<8x14x14x256xf32>
    %16 = stablehlo.broadcast_in_dim %arg6, dims = [3] : (tensor<256xf32>) -> tensor<1x1x1x256xf32>
    %17 = stablehlo.broadcast_in_dim %16, dims = [0, 1, 2, 3] : (tensor<1x1x1x256xf32>) -> tensor<8x14x14x256xf32>
    %18 = stablehlo.add %15, %17 : tensor<8x14x14x256xf32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %19 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<8x14x14x256xf32>
    %20 = stablehlo.compare GT, %18, %19, FLOAT : (tensor<8x14x14x256xf32>, tensor<8x14x14x256xf32>) -> tensor<8x14x14x256xi1>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %21 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<8x14x14x256xf32>
    %22 = stablehlo.select %20, %18, %21 : tensor<8x14x14x256xi1>, tensor<8x14x14x256xf32>
    %cst_4 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %23 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<8x14x14x256xf32>
    %24 = stablehlo.convolution(%22, %arg7) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x14x14x256xf32>, tensor<1x1x256x1024xf32>) -> tensor<8x14x14x1024xf32>
    %25 = stablehlo.broadcast_in_dim %arg8, dims = [3] : (tensor<1024xf32>) -> tensor<1x1x1x1024xf32>
    %26 = stablehlo.broadcast_in_dim %25, dims = [0, 1, 2, 3] : (tensor<1x1x1x1024xf32>) -> tensor<8x14x14x1024xf32>
    %27 = stablehlo.multiply %24, %26 : tensor<8x14x14x1024xf32>
    %28 = stablehlo.broadcast_in_dim %arg9, dims = [3] : (tensor<1024xf32>) -> tensor<1x1x1x1024xf32>
    %29 = stablehlo.broadcast_in_dim %28, dims = [0, 1, 2, 3] : (tensor<1x1x1x1024xf32>) -> tensor<8x14x14x1024xf32>
    %30 = stablehlo.add %27, %29 : tensor<8x14x14x1024xf32>
    %31 = stablehlo.convolution(%arg0, %arg10) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x28x28x512xf32>, tensor<1x1x512x1024xf32>) -> tensor<8x14x14x1024xf32>
    %32 = stablehlo.broadcast_in_dim %arg11, dims = [3] : (tensor<1024xf32>) -> tensor<1x1x1x1024xf32>
    %33 = stablehlo.broadcast_in_dim %32, dims = [0, 1, 2, 3] : (tensor<1x1x1x1024xf32>) -> tensor<8x14x14x1024xf32>
    %34 = stablehlo.multiply %31, %33 : tensor<8x14x14x1024xf32>
    %35 = stablehlo.broadcast_in_dim %arg12, dims = [3] : (tensor<1024xf32>) -> tensor<1x1x1x1024xf32>
    %36 = stablehlo.broadcast_in_dim %35, dims = [0, 1, 2, 3] : (tensor<1x1x1x1024xf32>) -> tensor<8x14x14x1024xf32>
    %37 = stablehlo.add %34, %36 : tensor<8x14x14x1024xf32>
    %38 = stablehlo.add %30, %37 : tensor<8x14x14x1024xf32>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %39 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<8x14x14x1024xf32>
    %40 = stablehlo.compare GT, %38, %39, FLOAT : (tensor<8x14x14x1024xf32>, tensor<8x14x14x1024xf32>) -> tensor<8x14x14x1024xi1>
    %cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %41 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<8x14x14x1024xf32>
    %42 = stablehlo.select %40, %38, %41 : tensor<8x14x14x1024xi1>, tensor<8x14x14x1024xf32>
    %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %43 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<8x14x14x1024xf32>
    return %42, %1, %0, %8, %11, %10, %13, %12, %20, %23, %22, %25, %24, %32, %31, %40, %43 : tensor<8x14x14x1024xf32>, tensor<1x1x1x256xf32>, tensor<8x28x28x256xf32>, tensor<8x28x28x256xi1>, tensor<8x28x28x256xf32>, tensor<8x28x28x256xf32>, tensor<1x1x1x256xf32>, tensor<8x14x14x256xf32>, tensor<8x14x14x256xi1>, tensor<8x14x14x256xf32>, tensor<8x14x14x256xf32>, tensor<1x1x1x1024xf32>, tensor<8x14x14x1024xf32>, tensor<1x1x1x1024xf32>, tensor<8x14x14x1024xf32>, tensor<8x14x14x1024xi1>, tensor<8x14x14x1024xf32>
  }
  func.func private @block_4(%arg0: tensor<8x14x14x1024xf32>, %arg1: tensor<1x1x1024x256xf32>, %arg2: tensor<256xf32>, %arg3: tensor<256xf32>, %arg4: tensor<3x3x256x256xf32>, %arg5: tensor<256xf32>, %arg6: tensor<256xf32>, %arg7: tensor<1x1x256x1024xf32>, %arg8: tensor<1024xf32>, %arg9: tensor<1024xf32>) -> (tensor<8x14x14x1024xf32>, tensor<1x1x1x256xf32>, tensor<8x14x14x256xf32>, tensor<8x14x14x256xi1>, tensor<8x14x14x256xf32>, tensor<8x14x14x256xf32>, tensor<1x1x1x256xf32>, tensor<8x14x14x256xf32>, tensor<8x14x14x256xi1>, tensor<8x14x14x256xf32>, tensor<8x14x14x256xf32>, tensor<1x1x1x1024xf32>, tensor<8x14x14x1024xf32>, tensor<8x14x14x1024xi1>, tensor<8x14x14x1024xf32>) {
    %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x14x14x1024xf32>, tensor<1x1x1024x256xf32>) -> tensor<8x14x14x256xf32>
    %1 = stablehlo.broadcast_in_dim %arg2, dims = [3] : (tensor<256xf32>) -> tensor<1x1x1x256xf32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [0, 1, 2, 3] : (tensor<1x1x1x256xf32>) -> tensor<8x14x14x256xf32>
    %3 = stablehlo.multiply %0, %2 : tensor<8x14x14x256xf32>
    %4 = stablehlo.broadcast_in_dim %arg3, dims = [3] : (tensor<256xf32>) -> tensor<1x1x1x256xf32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [0, 1, 2, 3] : (tensor<1x1x1x256xf32>) -> tensor<8x14x14x256xf32>
    %6 = stablehlo.add %3, %5 : tensor<8x14x14x256xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %7 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x14x14x256xf32>
    %8 = stablehlo.compare GT, %6, %7, FLOAT : (tensor<8x14x14x256xf32>, tensor<8x14x14x256xf32>) -> tensor<8x14x14x256xi1>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %9 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<8x14x14x256xf32>
    %10 = stablehlo.select %8, %6, %9 : tensor<8x14x14x256xi1>, tensor<8x14x14x256xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %11 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<8x14x14x256xf32>
    %12 = stablehlo.convolution(%10, %arg4) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x14x14x256xf32>, tensor<3x3x256x256xf32>) -> tensor<8x14x14x256xf32>
    %13 = stablehlo.broadcast_in_dim %arg5, dims = [3] : (tensor<256xf32>) -> tensor<1x1x1x256xf32>
    %14 = stablehlo.broadcast_in_dim %13, dims = [0, 1, 2, 3] : (tensor<1x1x1x256xf32>) -> tensor<8x14x14x256xf32>
    %15 = stablehlo.multiply %12, %14 : tensor<8x14x14x256xf32>
    %16 = stablehlo.broadcast_in_dim %arg6, dims = [3] : (tensor<256xf32>) -> tensor<1x1x1x256xf32>
    %17 = stablehlo.broadcast_in_dim %16, dims = [0, 1, 2, 3] : (tensor<1x1x1x256xf32>) -> tensor<8x14x14x256xf32>
    %18 = stablehlo.add %15, %17 : tensor<8x14x14x256xf32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %19 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<8x14x14x256xf32>
    %20 = stablehlo.compare GT, %18, %19, FLOAT : (tensor<8x14x14x256xf32>, tensor<8x14x14x256xf32>) -> tensor<8x14x14x256xi1>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %21 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<8x14x14x256xf32>
    %22 = stablehlo.select %20, %18, %21 : tensor<8x14x14x256xi1>, tensor<8x14x14x256xf32>
    %cst_4 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %23 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<8x14x14x256xf32>
    %24 = stablehlo.convolution(%22, %arg7) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x14x14x256xf32>, tensor<1x1x256x1024xf32>) -> tensor<8x14x14x1024xf32>
    %25 = stablehlo.broadcast_in_dim %arg8, dims = [3] : (tensor<1024xf32>) -> tensor<1x1x1x1024xf32>
    %26 = stablehlo.broadcast_in_dim %25, dims = [0, 1, 2, 3] : (tensor<1x1x1x1024xf32>) -> tensor<8x14x14x1024xf32>
    %27 = stablehlo.multiply %24, %26 : tensor<8x14x14x1024xf32>
    %28 = stablehlo.broadcast_in_dim %arg9, dims = [3] : (tensor<1024xf32>) -> tensor<1x1x1x1024xf32>
    %29 = stablehlo.broadcast_in_dim %28, dims = [0, 1, 2, 3] : (tensor<1x1x1x1024xf32>) -> tensor<8x14x14x1024xf32>
    %30 = stablehlo.add %27, %29 : tensor<8x14x14x1024xf32>
    %31 = stablehlo.add %30, %arg0 : tensor<8x14x14x1024xf32>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %32 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<8x14x14x1024xf32>
    %33 = stablehlo.compare GT, %31, %32, FLOAT : (tensor<8x14x14x1024xf32>, tensor<8x14x14x1024xf32>) -> tensor<8x14x14x1024xi1>
    %cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %34 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<8x14x14x1024xf32>
    %35 = stablehlo.select %33, %31, %34 : tensor<8x14x14x1024xi1>, tensor<8x14x14x1024xf32>
    %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %36 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<8x14x14x1024xf32>
    return %35, %1, %0, %8, %11, %10, %13, %12, %20, %23, %22, %25, %24, %33, %36 : tensor<8x14x14x1024xf32>, tensor<1x1x1x256xf32>, tensor<8x14x14x256xf32>, tensor<8x14x14x256xi1>, tensor<8x14x14x256xf32>, tensor<8x14x14x256xf32>, tensor<1x1x1x256xf32>, tensor<8x14x14x256xf32>, tensor<8x14x14x256xi1>, tensor<8x14x14x256xf32>, tensor<8x14x14x256xf32>, tensor<1x1x1x1024xf32>, tensor<8x14x14x1024xf32>, tensor<8x14x14x1024xi1>, tensor<8x14x14x1024xf32>
  }
  func.func private @block_5(%arg0: tensor<8x14x14x1024xf32>, %arg1: tensor<1x1x1024x512xf32>, %arg2: tensor<512xf32>, %arg3: tensor<512xf32>, %arg4: tensor<3x3x512x512xf32>, %arg5: tensor<512xf32>, %arg6: tensor<512xf32>, %arg7: tensor<1x1x512x2048xf32>, %arg8: tensor<2048xf32>, %arg9: tensor<2048xf32>, %arg10: tensor<1x1x1024x2048xf32>, %arg11: tensor<2048xf32>, %arg12: tensor<2048xf32>) -> (tensor<8x7x7x2048xf32>, tensor<1x1x1x512xf32>, tensor<8x14x14x512xf32>, tensor<8x14x14x512xi1>, tensor<8x14x14x512xf32>, tensor<8x14x14x512xf32>, tensor<1x1x1x512xf32>, tensor<8x7x7x512xf32>, tensor<8x7x7x512xi1>, tensor<8x7x7x512xf32>, tensor<8x7x7x512xf32>, tensor<1x1x1x2048xf32>, tensor<8x7x7x2048xf32>, tensor<1x1x1x2048xf32>, tensor<8x7x7x2048xf32>, tensor<8x7x7x2048xi1>, tensor<8x7x7x2048xf32>) {
    %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x14x14x1024xf32>, tensor<1x1x1024x512xf32>) -> tensor<8x14x14x512xf32>
    %1 = stablehlo.broadcast_in_dim %arg2, dims = [3] : (tensor<512xf32>) -> tensor<1x1x1x512xf32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [0, 1, 2, 3] : (tensor<1x1x1x512xf32>) -> tensor<8x14x14x512xf32>
    %3 = stablehlo.multiply %0, %2 : tensor<8x14x14x512xf32>
    %4 = stablehlo.broadcast_in_dim %arg3, dims = [3] : (tensor<512xf32>) -> tensor<1x1x1x512xf32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [0, 1, 2, 3] : (tensor<1x1x1x512xf32>) -> tensor<8x14x14x512xf32>
    %6 = stablehlo.add %3, %5 : tensor<8x14x14x512xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %7 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x14x14x512xf32>
    %8 = stablehlo.compare GT, %6, %7, FLOAT : (tensor<8x14x14x512xf32>, tensor<8x14x14x512xf32>) -> tensor<8x14x14x512xi1>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %9 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<8x14x14x512xf32>
    %10 = stablehlo.select %8, %6, %9 : tensor<8x14x14x512xi1>, tensor<8x14x14x512xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %11 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<8x14x14x512xf32>
    %12 = stablehlo.convolution(%10, %arg4) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2], pad = [[0, 1], [0, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x14x14x512xf32>, tensor<3x3x512x512xf32>) -> tensor<8x7x7x512xf32>
    %13 = stablehlo.broadcast_in_dim %arg5, dims = [3] : (tensor<512xf32>) -> tensor<1x1x1x512xf32>
    %14 = stablehlo.broadcast_in_dim %13, dims = [0, 1, 2, 3] : (tensor<1x1x1x512xf32>) -> tensor<8x7x7x512xf32>
    %15 = stablehlo.multiply %12, %14 : tensor<8x7x7x512xf32>
    %16 = stablehlo.broadcast_in_dim %arg6, dims = [3] : (tensor<512xf32>) -> tensor<1x1x1x512xf32>
    %17 = stablehlo.broadcast_in_dim %16, dims = [0, 1, 2, 3] : (tensor<1x1x1x512xf32>) -> tensor<8x7x7x512xf32>
    %18 = stablehlo.add %15, %17 : tensor<8x7x7x512xf32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %19 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<8x7x7x512xf32>
    %20 = stablehlo.compare GT, %18, %19, FLOAT : (tensor<8x7x7x512xf32>, tensor<8x7x7x512xf32>) -> tensor<8x7x7x512xi1>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %21 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<8x7x7x512xf32>
    %22 = stablehlo.select %20, %18, %21 : tensor<8x7x7x512xi1>, tensor<8x7x7x512xf32>
    %cst_4 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %23 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<8x7x7x512xf32>
    %24 = stablehlo.convolution(%22, %arg7) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x7x7x512xf32>, tensor<1x1x512x2048xf32>) -> tensor<8x7x7x2048xf32>
    %25 = stablehlo.broadcast_in_dim %arg8, dims = [3] : (tensor<2048xf32>) -> tensor<1x1x1x2048xf32>
    %26 = stablehlo.broadcast_in_dim %25, dims = [0, 1, 2, 3] : (tensor<1x1x1x2048xf32>) -> tensor<8x7x7x2048xf32>
    %27 = stablehlo.multiply %24, %26 : tensor<8x7x7x2048xf32>
    %28 = stablehlo.broadcast_in_dim %arg9, dims = [3] : (tensor<2048xf32>) -> tensor<1x1x1x2048xf32>
    %29 = stablehlo.broadcast_in_dim %28, dims = [0, 1, 2, 3] : (tensor<1x1x1x2048xf32>) -> tensor<8x7x7x2048xf32>
    %30 = stablehlo.add %27, %29 : tensor<8x7x7x2048xf32>
    %31 = stablehlo.convolution(%arg0, %arg10) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x14x14x1024xf32>, tensor<1x1x1024x2048xf32>) -> tensor<8x7x7x2048xf32>
    %32 = stablehlo.broadcast_in_dim %arg11, dims = [3] : (tensor<2048xf32>) -> tensor<1x1x1x2048xf32>
    %33 = stablehlo.broadcast_in_dim %32, dims = [0, 1, 2, 3] : (tensor<1x1x1x2048xf32>) -> tensor<8x7x7x2048xf32>
    %34 = stablehlo.multiply %31, %33 : tensor<8x7x7x2048xf32>
    %35 = stablehlo.broadcast_in_dim %arg12, dims = [3] : (tensor<2048xf32>) -> tensor<1x1x1x2048xf32>
    %36 = stablehlo.broadcast_in_dim %35, dims = [0, 1, 2, 3] : (tensor<1x1x1x2048xf32>) -> tensor<8x7x7x2048xf32>
    %37 = stablehlo.add %34, %36 : tensor<8x7x7x2048xf32>
    %38 = stablehlo.add %30, %37 : tensor<8x7x7x2048xf32>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %39 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<8x7x7x2048xf32>
    %40 = stablehlo.compare GT, %38, %39, FLOAT : (tensor<8x7x7x2048xf32>, tensor<8x7x7x2048xf32>) -> tensor<8x7x7x2048xi1>
    %cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %41 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<8x7x7x2048xf32>
    %42 = stablehlo.select %40, %38, %41 : tensor<8x7x7x2048xi1>, tensor<8x7x7x2048xf32>
    %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %43 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<8x7x7x2048xf32>
    return %42, %1, %0, %8, %11, %10, %13, %12, %20, %23, %22, %25, %24, %32, %31, %40, %43 : tensor<8x7x7x2048xf32>, tensor<1x1x1x512xf32>, tensor<8x14x14x512xf32>, tensor<8x14x14x512xi1>, tensor<8x14x14x512xf32>, tensor<8x14x14x512xf32>, tensor<1x1x1x512xf32>, tensor<8x7x7x512xf32>, tensor<8x7x7x512xi1>, tensor<8x7x7x512xf32>, tensor<8x7x7x512xf32>, tensor<1x1x1x2048xf32>, tensor<8x7x7x2048xf32>, tensor<1x1x1x2048xf32>, tensor<8x7x7x2048xf32>, tensor<8x7x7x2048xi1>, tensor<8x7x7x2048xf32>
  }
  func.func private @block_6(%arg0: tensor<8x7x7x2048xf32>, %arg1: tensor<1x1x2048x512xf32>, %arg2: tensor<512xf32>, %arg3: tensor<512xf32>, %arg4: tensor<3x3x512x512xf32>, %arg5: tensor<512xf32>, %arg6: tensor<512xf32>, %arg7: tensor<1x1x512x2048xf32>, %arg8: tensor<2048xf32>, %arg9: tensor<2048xf32>) -> (tensor<8x7x7x2048xf32>, tensor<1x1x1x512xf32>, tensor<8x7x7x512xf32>, tensor<8x7x7x512xi1>, tensor<8x7x7x512xf32>, tensor<8x7x7x512xf32>, tensor<1x1x1x512xf32>, tensor<8x7x7x512xf32>, tensor<8x7x7x512xi1>, tensor<8x7x7x512xf32>, tensor<8x7x7x512xf32>, tensor<1x1x1x2048xf32>, tensor<8x7x7x2048xf32>, tensor<8x7x7x2048xi1>, tensor<8x7x7x2048xf32>) {
    %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x7x7x2048xf32>, tensor<1x1x2048x512xf32>) -> tensor<8x7x7x512xf32>
    %1 = stablehlo.broadcast_in_dim %arg2, dims = [3] : (tensor<512xf32>) -> tensor<1x1x1x512xf32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [0, 1, 2, 3] : (tensor<1x1x1x512xf32>) -> tensor<8x7x7x512xf32>
    %3 = stablehlo.multiply %0, %2 : tensor<8x7x7x512xf32>
    %4 = stablehlo.broadcast_in_dim %arg3, dims = [3] : (tensor<512xf32>) -> tensor<1x1x1x512xf32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [0, 1, 2, 3] : (tensor<1x1x1x512xf32>) -> tensor<8x7x7x512xf32>
    %6 = stablehlo.add %3, %5 : tensor<8x7x7x512xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %7 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x7x7x512xf32>
    %8 = stablehlo.compare GT, %6, %7, FLOAT : (tensor<8x7x7x512xf32>, tensor<8x7x7x512xf32>) -> tensor<8x7x7x512xi1>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %9 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<8x7x7x512xf32>
    %10 = stablehlo.select %8, %6, %9 : tensor<8x7x7x512xi1>, tensor<8x7x7x512xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %11 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<8x7x7x512xf32>
    %12 = stablehlo.convolution(%10, %arg4) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x7x7x512xf32>, tensor<3x3x512x512xf32>) -> tensor<8x7x7x512xf32>
    %13 = stablehlo.broadcast_in_dim %arg5, dims = [3] : (tensor<512xf32>) -> tensor<1x1x1x512xf32>
    %14 = stablehlo.broadcast_in_dim %13, dims = [0, 1, 2, 3] : (tensor<1x1x1x512xf32>) -> tensor<8x7x7x512xf32>
    %15 = stablehlo.multiply %12, %14 : tensor<8x7x7x512xf32>
    %16 = stablehlo.broadcast_in_dim %arg6, dims = [3] : (tensor<512xf32>) -> tensor<1x1x1x512xf32>
    %17 = stablehlo.broadcast_in_dim %16, dims = [0, 1, 2, 3] : (tensor<1x1x1x512xf32>) -> tensor<8x7x7x512xf32>
    %18 = stablehlo.add %15, %17 : tensor<8x7x7x512xf32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %19 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<8x7x7x512xf32>
    %20 = stablehlo.compare GT, %18, %19, FLOAT : (tensor<8x7x7x512xf32>, tensor<8x7x7x512xf32>) -> tensor<8x7x7x512xi1>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %21 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<8x7x7x512xf32>
    %22 = stablehlo.select %20, %18, %21 : tensor<8x7x7x512xi1>, tensor<8x7x7x512xf32>
    %cst_4 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %23 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<8x7x7x512xf32>
    %24 = stablehlo.convolution(%22, %arg7) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x7x7x512xf32>, tensor<1x1x512x2048xf32>) -> tensor<8x7x7x2048xf32>
    %25 = stablehlo.broadcast_in_dim %arg8, dims = [3] : (tensor<2048xf32>) -> tensor<1x1x1x2048xf32>
    %26 = stablehlo.broadcast_in_dim %25, dims = [0, 1, 2, 3] : (tensor<1x1x1x2048xf32>) -> tensor<8x7x7x2048xf32>
    %27 = stablehlo.multiply %24, %26 : tensor<8x7x7x2048xf32>
    %28 = stablehlo.broadcast_in_dim %arg9, dims = [3] : (tensor<2048xf32>) -> tensor<1x1x1x2048xf32>
    %29 = stablehlo.broadcast_in_dim %28, dims = [0, 1, 2, 3] : (tensor<1x1x1x2048xf32>) -> tensor<8x7x7x2048xf32>
    %30 = stablehlo.add %27, %29 : tensor<8x7x7x2048xf32>
    %31 = stablehlo.add %30, %arg0 : tensor<8x7x7x2048xf32>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %32 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<8x7x7x2048xf32>
    %33 = stablehlo.compare GT, %31, %32, FLOAT : (tensor<8x7x7x2048xf32>, tensor<8x7x7x2048xf32>) -> tensor<8x7x7x2048xi1>
    %cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %34 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<8x7x7x2048xf32>
    %35 = stablehlo.select %33, %31, %34 : tensor<8x7x7x2048xi1>, tensor<8x7x7x2048xf32>
    %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %36 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<8x7x7x2048xf32>
    return %35, %1, %0, %8, %11, %10, %13, %12, %20, %23, %22, %25, %24, %33, %36 : tensor<8x7x7x2048xf32>, tensor<1x1x1x512xf32>, tensor<8x7x7x512xf32>, tensor<8x7x7x512xi1>, tensor<8x7x7x512xf32>, tensor<8x7x7x512xf32>, tensor<1x1x1x512xf32>, tensor<8x7x7x512xf32>, tensor<8x7x7x512xi1>, tensor<8x7x7x512xf32>, tensor<8x7x7x512xf32>, tensor<1x1x1x2048xf32>, tensor<8x7x7x2048xf32>, tensor<8x7x7x2048xi1>, tensor<8x7x7x2048xf32>
  }
  func.func private @block_7(%arg0: tensor<1x1x2048x512xf32>, %arg1: tensor<8x7x7x2048xf32>, %arg2: tensor<1x1x1x512xf32>, %arg3: tensor<8x7x7x512xf32>, %arg4: tensor<8x7x7x512xi1>, %arg5: tensor<8x7x7x512xf32>, %arg6: tensor<3x3x512x512xf32>, %arg7: tensor<8x7x7x512xf32>, %arg8: tensor<1x1x1x512xf32>, %arg9: tensor<8x7x7x512xf32>, %arg10: tensor<8x7x7x512xi1>, %arg11: tensor<8x7x7x512xf32>, %arg12: tensor<1x1x512x2048xf32>, %arg13: tensor<8x7x7x512xf32>, %arg14: tensor<1x1x1x2048xf32>, %arg15: tensor<8x7x7x2048xf32>, %arg16: tensor<8x7x7x2048xi1>, %arg17: tensor<8x7x7x2048xf32>, %arg18: tensor<8x7x7x2048xf32>) -> (tensor<8x7x7x2048xf32>, tensor<1x1x2048x512xf32>, tensor<512xf32>, tensor<512xf32>, tensor<3x3x512x512xf32>, tensor<512xf32>, tensor<512xf32>, tensor<1x1x512x2048xf32>, tensor<2048xf32>, tensor<2048xf32>) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x7x7x2048xf32>
    %1 = stablehlo.select %arg16, %arg18, %0 : tensor<8x7x7x2048xi1>, tensor<8x7x7x2048xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %2 = stablehlo.reduce(%1 init: %cst_0) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<8x7x7x2048xf32>, tensor<f32>) -> tensor<2048xf32>
    %3 = stablehlo.reshape %2 : (tensor<2048xf32>) -> tensor<1x1x1x2048xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %4 = stablehlo.reduce(%3 init: %cst_1) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<1x1x1x2048xf32>, tensor<f32>) -> tensor<2048xf32>
    %5 = stablehlo.multiply %arg15, %1 : tensor<8x7x7x2048xf32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %6 = stablehlo.reduce(%5 init: %cst_2) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<8x7x7x2048xf32>, tensor<f32>) -> tensor<2048xf32>
    %7 = stablehlo.reshape %6 : (tensor<2048xf32>) -> tensor<1x1x1x2048xf32>
    %8 = stablehlo.broadcast_in_dim %arg14, dims = [0, 1, 2, 3] : (tensor<1x1x1x2048xf32>) -> tensor<8x7x7x2048xf32>
    %9 = stablehlo.multiply %1, %8 : tensor<8x7x7x2048xf32>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %10 = stablehlo.reduce(%7 init: %cst_3) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<1x1x1x2048xf32>, tensor<f32>) -> tensor<2048xf32>
    %11 = stablehlo.convolution(%arg13, %9) dim_numbers = [f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f], window = {stride = [1, 1], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x7x7x512xf32>, tensor<8x7x7x2048xf32>) -> tensor<1x1x512x2048xf32>
    %12 = stablehlo.reverse %arg12, dims = [0, 1] : tensor<1x1x512x2048xf32>
    %13 = stablehlo.convolution(%9, %12) dim_numbers = [b, 0, 1, f]x[0, 1, o, i]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x7x7x2048xf32>, tensor<1x1x512x2048xf32>) -> tensor<8x7x7x512xf32>
    %cst_4 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %14 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<8x7x7x512xf32>
    %15 = stablehlo.select %arg10, %13, %14 : tensor<8x7x7x512xi1>, tensor<8x7x7x512xf32>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %16 = stablehlo.reduce(%15 init: %cst_5) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<8x7x7x512xf32>, tensor<f32>) -> tensor<512xf32>
    %17 = stablehlo.reshape %16 : (tensor<512xf32>) -> tensor<1x1x1x512xf32>
    %cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %18 = stablehlo.reduce(%17 init: %cst_6) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<1x1x1x512xf32>, tensor<f32>) -> tensor<512xf32>
    %19 = stablehlo.multiply %arg9, %15 : tensor<8x7x7x512xf32>
    %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %20 = stablehlo.reduce(%19 init: %cst_7) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<8x7x7x512xf32>, tensor<f32>) -> tensor<512xf32>
    %21 = stablehlo.reshape %20 : (tensor<512xf32>) -> tensor<1x1x1x512xf32>
    %22 = stablehlo.broadcast_in_dim %arg8, dims = [0, 1, 2, 3] : (tensor<1x1x1x512xf32>) -> tensor<8x7x7x512xf32>
    %23 = stablehlo.multiply %15, %22 : tensor<8x7x7x512xf32>
    %cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %24 = stablehlo.reduce(%21 init: %cst_8) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<1x1x1x512xf32>, tensor<f32>) -> tensor<512xf32>
    %25 = stablehlo.convolution(%arg7, %23) dim_numbers = [f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x7x7x512xf32>, tensor<8x7x7x512xf32>) -> tensor<3x3x512x512xf32>
    %26 = stablehlo.reverse %arg6, dims = [0, 1] : tensor<3x3x512x512xf32>
    %27 = stablehlo.convolution(%23, %26) dim_numbers = [b, 0, 1, f]x[0, 1, o, i]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x7x7x512xf32>, tensor<3x3x512x512xf32>) -> tensor<8x7x7x512xf32>
    %cst_9 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %28 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<8x7x7x512xf32>
    %29 = stablehlo.select %arg4, %27, %28 : tensor<8x7x7x512xi1>, tensor<8x7x7x512xf32>
    %cst_10 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %30 = stablehlo.reduce(%29 init: %cst_10) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<8x7x7x512xf32>, tensor<f32>) -> tensor<512xf32>
    %31 = stablehlo.reshape %30 : (tensor<512xf32>) -> tensor<1x1x1x512xf32>
    %cst_11 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %32 = stablehlo.reduce(%31 init: %cst_11) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<1x1x1x512xf32>, tensor<f32>) -> tensor<512xf32>
    %33 = stablehlo.multiply %arg3, %29 : tensor<8x7x7x512xf32>
    %cst_12 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %34 = stablehlo.reduce(%33 init: %cst_12) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<8x7x7x512xf32>, tensor<f32>) -> tensor<512xf32>
    %35 = stablehlo.reshape %34 : (tensor<512xf32>) -> tensor<1x1x1x512xf32>
    %36 = stablehlo.broadcast_in_dim %arg2, dims = [0, 1, 2, 3] : (tensor<1x1x1x512xf32>) -> tensor<8x7x7x512xf32>
    %37 = stablehlo.multiply %29, %36 : tensor<8x7x7x512xf32>
    %cst_13 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %38 = stablehlo.reduce(%35 init: %cst_13) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<1x1x1x512xf32>, tensor<f32>) -> tensor<512xf32>
    %39 = stablehlo.convolution(%arg1, %37) dim_numbers = [f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f], window = {stride = [1, 1], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x7x7x2048xf32>, tensor<8x7x7x512xf32>) -> tensor<1x1x2048x512xf32>
    %40 = stablehlo.reverse %arg0, dims = [0, 1] : tensor<1x1x2048x512xf32>
    %41 = stablehlo.convolution(%37, %40) dim_numbers = [b, 0, 1, f]x[0, 1, o, i]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x7x7x512xf32>, tensor<1x1x2048x512xf32>) -> tensor<8x7x7x2048xf32>
    %42 = stablehlo.add %1, %41 : tensor<8x7x7x2048xf32>
    return %42, %39, %38, %32, %25, %24, %18, %11, %10, %4 : tensor<8x7x7x2048xf32>, tensor<1x1x2048x512xf32>, tensor<512xf32>, tensor<512xf32>, tensor<3x3x512x512xf32>, tensor<512xf32>, tensor<512xf32>, tensor<1x1x512x2048xf32>, tensor<2048xf32>, tensor<2048xf32>
  }
  func.func private @block_8(%arg0: tensor<1x1x1024x512xf32>, %arg1: tensor<8x14x14x1024xf32>, %arg2: tensor<1x1x1x512xf32>, %arg3: tensor<8x14x14x512xf32>, %arg4: tensor<8x14x14x512xi1>, %arg5: tensor<8x14x14x512xf32>, %arg6: tensor<3x3x512x512xf32>, %arg7: tensor<8x14x14x512xf32>, %arg8: tensor<1x1x1x512xf32>, %arg9: tensor<8x7x7x512xf32>, %arg10: tensor<8x7x7x512xi1>, %arg11: tensor<8x7x7x512xf32>, %arg12: tensor<1x1x512x2048xf32>, %arg13: tensor<8x7x7x512xf32>, %arg14: tensor<1x1x1x2048xf32>, %arg15: tensor<8x7x7x2048xf32>, %arg16: tensor<1x1x1024x2048xf32>, %arg17: tensor<1x1x1x2048xf32>, %arg18: tensor<8x7x7x2048xf32>, %arg19: tensor<8x7x7x2048xi1>, %arg20: tensor<8x7x7x2048xf32>, %arg21: tensor<8x7x7x2048xf32>) -> (tensor<8x14x14x1024xf32>, tensor<1x1x1024x512xf32>, tensor<512xf32>, tensor<512xf32>, tensor<3x3x512x512xf32>, tensor<512xf32>, tensor<512xf32>, tensor<1x1x512x2048xf32>, tensor<2048xf32>, tensor<2048xf32>, tensor<1x1x1024x2048xf32>, tensor<2048xf32>, tensor<2048xf32>) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x7x7x2048xf32>
    %1 = stablehlo.select %arg19, %arg21, %0 : tensor<8x7x7x2048xi1>, tensor<8x7x7x2048xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %2 = stablehlo.reduce(%1 init: %cst_0) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<8x7x7x2048xf32>, tensor<f32>) -> tensor<2048xf32>
    %3 = stablehlo.reshape %2 : (tensor<2048xf32>) -> tensor<1x1x1x2048xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %4 = stablehlo.reduce(%3 init: %cst_1) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<1x1x1x2048xf32>, tensor<f32>) -> tensor<2048xf32>
    %5 = stablehlo.multiply %arg18, %1 : tensor<8x7x7x2048xf32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %6 = stablehlo.reduce(%5 init: %cst_2) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<8x7x7x2048xf32>, tensor<f32>) -> tensor<2048xf32>
    %7 = stablehlo.reshape %6 : (tensor<2048xf32>) -> tensor<1x1x1x2048xf32>
    %8 = stablehlo.broadcast_in_dim %arg17, dims = [0, 1, 2, 3] : (tensor<1x1x1x2048xf32>) -> tensor<8x7x7x2048xf32>
    %9 = stablehlo.multiply %1, %8 : tensor<8x7x7x2048xf32>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %10 = stablehlo.reduce(%7 init: %cst_3) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<1x1x1x2048xf32>, tensor<f32>) -> tensor<2048xf32>
    %11 = stablehlo.convolution(%arg1, %9) dim_numbers = [f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f], window = {stride = [1, 1], pad = [[0, -1], [0, -1]], lhs_dilate = [1, 1], rhs_dilate = [2, 2], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x14x14x1024xf32>, tensor<8x7x7x2048xf32>) -> tensor<1x1x1024x2048xf32>
    %12 = stablehlo.reverse %arg16, dims = [0, 1] : tensor<1x1x1024x2048xf32>
    %13 = stablehlo.convolution(%9, %12) dim_numbers = [b, 0, 1, f]x[0, 1, o, i]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[0, 1], [0, 1]], lhs_dilate = [2, 2], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x7x7x2048xf32>, tensor<1x1x1024x2048xf32>) -> tensor<8x14x14x1024xf32>
    %cst_4 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %14 = stablehlo.reduce(%1 init: %cst_4) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<8x7x7x2048xf32>, tensor<f32>) -> tensor<2048xf32>
    %15 = stablehlo.reshape %14 : (tensor<2048xf32>) -> tensor<1x1x1x2048xf32>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %16 = stablehlo.reduce(%15 init: %cst_5) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<1x1x1x2048xf32>, tensor<f32>) -> tensor<2048xf32>
    %17 = stablehlo.multiply %arg15, %1 : tensor<8x7x7x2048xf32>
    %cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %18 = stablehlo.reduce(%17 init: %cst_6) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<8x7x7x2048xf32>, tensor<f32>) -> tensor<2048xf32>
    %19 = stablehlo.reshape %18 : (tensor<2048xf32>) -> tensor<1x1x1x2048xf32>
    %20 = stablehlo.broadcast_in_dim %arg14, dims = [0, 1, 2, 3] : (tensor<1x1x1x2048xf32>) -> tensor<8x7x7x2048xf32>
    %21 = stablehlo.multiply %1, %20 : tensor<8x7x7x2048xf32>
    %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %22 = stablehlo.reduce(%19 init: %cst_7) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<1x1x1x2048xf32>, tensor<f32>) -> tensor<2048xf32>
    %23 = stablehlo.convolution(%arg13, %21) dim_numbers = [f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f], window = {stride = [1, 1], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x7x7x512xf32>, tensor<8x7x7x2048xf32>) -> tensor<1x1x512x2048xf32>
    %24 = stablehlo.reverse %arg12, dims = [0, 1] : tensor<1x1x512x2048xf32>
    %25 = stablehlo.convolution(%21, %24) dim_numbers = [b, 0, 1, f]x[0, 1, o, i]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x7x7x2048xf32>, tensor<1x1x512x2048xf32>) -> tensor<8x7x7x512xf32>
    %cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %26 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<8x7x7x512xf32>
    %27 = stablehlo.select %arg10, %25, %26 : tensor<8x7x7x512xi1>, tensor<8x7x7x512xf32>
    %cst_9 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %28 = stablehlo.reduce(%27 init: %cst_9) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<8x7x7x512xf32>, tensor<f32>) -> tensor<512xf32>
    %29 = stablehlo.reshape %28 : (tensor<512xf32>) -> tensor<1x1x1x512xf32>
    %cst_10 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %30 = stablehlo.reduce(%29 init: %cst_10) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<1x1x1x512xf32>, tensor<f32>) -> tensor<512xf32>
    %31 = stablehlo.multiply %arg9, %27 : tensor<8x7x7x512xf32>
    %cst_11 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %32 = stablehlo.reduce(%31 init: %cst_11) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<8x7x7x512xf32>, tensor<f32>) -> tensor<512xf32>
    %33 = stablehlo.reshape %32 : (tensor<512xf32>) -> tensor<1x1x1x512xf32>
    %34 = stablehlo.broadcast_in_dim %arg8, dims = [0, 1, 2, 3] : (tensor<1x1x1x512xf32>) -> tensor<8x7x7x512xf32>
    %35 = stablehlo.multiply %27, %34 : tensor<8x7x7x512xf32>
    %cst_12 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %36 = stablehlo.reduce(%33 init: %cst_12) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<1x1x1x512xf32>, tensor<f32>) -> tensor<512xf32>
    %37 = stablehlo.convolution(%arg7, %35) dim_numbers = [f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f], window = {stride = [1, 1], pad = [[0, 1], [0, 1]], lhs_dilate = [1, 1], rhs_dilate = [2, 2], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x14x14x512xf32>, tensor<8x7x7x512xf32>) -> tensor<3x3x512x512xf32>
    %38 = stablehlo.reverse %arg6, dims = [0, 1] : tensor<3x3x512x512xf32>
    %39 = stablehlo.convolution(%35, %38) dim_numbers = [b, 0, 1, f]x[0, 1, o, i]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[2, 1], [2, 1]], lhs_dilate = [2, 2], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x7x7x512xf32>, tensor<3x3x512x512xf32>) -> tensor<8x14x14x512xf32>
    %cst_13 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %40 = stablehlo.broadcast_in_dim %cst_13, dims = [] : (tensor<f32>) -> tensor<8x14x14x512xf32>
    %41 = stablehlo.select %arg4, %39, %40 : tensor<8x14x14x512xi1>, tensor<8x14x14x512xf32>
    %cst_14 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %42 = stablehlo.reduce(%41 init: %cst_14) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<8x14x14x512xf32>, tensor<f32>) -> tensor<512xf32>
    %43 = stablehlo.reshape %42 : (tensor<512xf32>) -> tensor<1x1x1x512xf32>
    %cst_15 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %44 = stablehlo.reduce(%43 init: %cst_15) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<1x1x1x512xf32>, tensor<f32>) -> tensor<512xf32>
    %45 = stablehlo.multiply %arg3, %41 : tensor<8x14x14x512xf32>
    %cst_16 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %46 = stablehlo.reduce(%45 init: %cst_16) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<8x14x14x512xf32>, tensor<f32>) -> tensor<512xf32>
    %47 = stablehlo.reshape %46 : (tensor<512xf32>) -> tensor<1x1x1x512xf32>
    %48 = stablehlo.broadcast_in_dim %arg2, dims = [0, 1, 2, 3] : (tensor<1x1x1x512xf32>) -> tensor<8x14x14x512xf32>
    %49 = stablehlo.multiply %41, %48 : tensor<8x14x14x512xf32>
    %cst_17 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %50 = stablehlo.reduce(%47 init: %cst_17) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<1x1x1x512xf32>, tensor<f32>) -> tensor<512xf32>
    %51 = stablehlo.convolution(%arg1, %49) dim_numbers = [f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f], window = {stride = [1, 1], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x14x14x1024xf32>, tensor<8x14x14x512xf32>) -> tensor<1x1x1024x512xf32>
    %52 = stablehlo.reverse %arg0, dims = [0, 1] : tensor<1x1x1024x512xf32>
    %53 = stablehlo.convolution(%49, %52) dim_numbers = [b, 0, 1, f]x[0, 1, o, i]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x14x14x512xf32>, tensor<1x1x1024x512xf32>) -> tensor<8x14x14x1024xf32>
    %54 = stablehlo.add %13, %53 : tensor<8x14x14x1024xf32>
    return %54, %51, %50, %44, %37, %36, %30, %23, %22, %16, %11, %10, %4 : tensor<8x14x14x1024xf32>, tensor<1x1x1024x512xf32>, tensor<512xf32>, tensor<512xf32>, tensor<3x3x512x512xf32>, tensor<512xf32>, tensor<512xf32>, tensor<1x1x512x2048xf32>, tensor<2048xf32>, tensor<2048xf32>, tensor<1x1x1024x2048xf32>, tensor<2048xf32>, tensor<2048xf32>
  }
  func.func private @block_9(%arg0: tensor<1x1x1024x256xf32>, %arg1: tensor<8x14x14x1024xf32>, %arg2: tensor<1x1x1x256xf32>, %arg3: tensor<8x14x14x256xf32>, %arg4: tensor<8x14x14x256xi1>, %arg5: tensor<8x14x14x256xf32>, %arg6: tensor<3x3x256x256xf32>, %arg7: tensor<8x14x14x256xf32>, %arg8: tensor<1x1x1x256xf32>, %arg9: tensor<8x14x14x256xf32>, %arg10: tensor<8x14x14x256xi1>, %arg11: tensor<8x14x14x256xf32>, %arg12: tensor<1x1x256x1024xf32>, %arg13: tensor<8x14x14x256xf32>, %arg14: tensor<1x1x1x1024xf32>, %arg15: tensor<8x14x14x1024xf32>, %arg16: tensor<8x14x14x1024xi1>, %arg17: tensor<8x14x14x1024xf32>, %arg18: tensor<8x14x14x1024xf32>) -> (tensor<8x14x14x1024xf32>, tensor<1x1x1024x256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<3x3x256x256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<1x1x256x1024xf32>, tensor<1024xf32>, tensor<1024xf32>) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x14x14x1024xf32>
    %1 = stablehlo.select %arg16, %arg18, %0 : tensor<8x14x14x1024xi1>, tensor<8x14x14x1024xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %2 = stablehlo.reduce(%1 init: %cst_0) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<8x14x14x1024xf32>, tensor<f32>) -> tensor<1024xf32>
    %3 = stablehlo.reshape %2 : (tensor<1024xf32>) -> tensor<1x1x1x1024xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %4 = stablehlo.reduce(%3 init: %cst_1) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<1x1x1x1024xf32>, tensor<f32>) -> tensor<1024xf32>
    %5 = stablehlo.multiply %arg15, %1 : tensor<8x14x14x1024xf32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %6 = stablehlo.reduce(%5 init: %cst_2) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<8x14x14x1024xf32>, tensor<f32>) -> tensor<1024xf32>
    %7 = stablehlo.reshape %6 : (tensor<1024xf32>) -> tensor<1x1x1x1024xf32>
    %8 = stablehlo.broadcast_in_dim %arg14, dims = [0, 1, 2, 3] : (tensor<1x1x1x1024xf32>) -> tensor<8x14x14x1024xf32>
    %9 = stablehlo.multiply %1, %8 : tensor<8x14x14x1024xf32>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %10 = stablehlo.reduce(%7 init: %cst_3) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<1x1x1x1024xf32>, tensor<f32>) -> tensor<1024xf32>
    %11 = stablehlo.convolution(%arg13, %9) dim_numbers = [f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f], window = {stride = [1, 1], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x14x14x256xf32>, tensor<8x14x14x1024xf32>) -> tensor<1x1x256x1024xf32>
    %12 = stablehlo.reverse %arg12, dims = [0, 1] : tensor<1x1x256x1024xf32>
    %13 = stablehlo.convolution(%9, %12) dim_numbers = [b, 0, 1, f]x[0, 1, o, i]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x14x14x1024xf32>, tensor<1x1x256x1024xf32>) -> tensor<8x14x14x256xf32>
    %cst_4 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %14 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<8x14x14x256xf32>
    %15 = stablehlo.select %arg10, %13, %14 : tensor<8x14x14x256xi1>, tensor<8x14x14x256xf32>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %16 = stablehlo.reduce(%15 init: %cst_5) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<8x14x14x256xf32>, tensor<f32>) -> tensor<256xf32>
    %17 = stablehlo.reshape %16 : (tensor<256xf32>) -> tensor<1x1x1x256xf32>
    %cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %18 = stablehlo.reduce(%17 init: %cst_6) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<1x1x1x256xf32>, tensor<f32>) -> tensor<256xf32>
    %19 = stablehlo.multiply %arg9, %15 : tensor<8x14x14x256xf32>
    %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %20 = stablehlo.reduce(%19 init: %cst_7) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<8x14x14x256xf32>, tensor<f32>) -> tensor<256xf32>
    %21 = stablehlo.reshape %20 : (tensor<256xf32>) -> tensor<1x1x1x256xf32>
    %22 = stablehlo.broadcast_in_dim %arg8, dims = [0, 1, 2, 3] : (tensor<1x1x1x256xf32>) -> tensor<8x14x14x256xf32>
    %23 = stablehlo.multiply %15, %22 : tensor<8x14x14x256xf32>
    %cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %24 = stablehlo.reduce(%21 init: %cst_8) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<1x1x1x256xf32>, tensor<f32>) -> tensor<256xf32>
    %25 = stablehlo.convolution(%arg7, %23) dim_numbers = [f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x14x14x256xf32>, tensor<8x14x14x256xf32>) -> tensor<3x3x256x256xf32>
    %26 = stablehlo.reverse %arg6, dims = [0, 1] : tensor<3x3x256x256xf32>
    %27 = stablehlo.convolution(%23, %26) dim_numbers = [b, 0, 1, f]x[0, 1, o, i]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x14x14x256xf32>, tensor<3x3x256x256xf32>) -> tensor<8x14x14x256xf32>
    %cst_9 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %28 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<8x14x14x256xf32>
    %29 = stablehlo.select %arg4, %27, %28 : tensor<8x14x14x256xi1>, tensor<8x14x14x256xf32>
    %cst_10 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %30 = stablehlo.reduce(%29 init: %cst_10) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<8x14x14x256xf32>, tensor<f32>) -> tensor<256xf32>
    %31 = stablehlo.reshape %30 : (tensor<256xf32>) -> tensor<1x1x1x256xf32>
    %cst_11 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %32 = stablehlo.reduce(%31 init: %cst_11) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<1x1x1x256xf32>, tensor<f32>) -> tensor<256xf32>
    %33 = stablehlo.multiply %arg3, %29 : tensor<8x14x14x256xf32>
    %cst_12 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %34 = stablehlo.reduce(%33 init: %cst_12) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<8x14x14x256xf32>, tensor<f32>) -> tensor<256xf32>
    %35 = stablehlo.reshape %34 : (tensor<256xf32>) -> tensor<1x1x1x256xf32>
    %36 = stablehlo.broadcast_in_dim %arg2, dims = [0, 1, 2, 3] : (tensor<1x1x1x256xf32>) -> tensor<8x14x14x256xf32>
    %37 = stablehlo.multiply %29, %36 : tensor<8x14x14x256xf32>
    %cst_13 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %38 = stablehlo.reduce(%35 init: %cst_13) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<1x1x1x256xf32>, tensor<f32>) -> tensor<256xf32>
    %39 = stablehlo.convolution(%arg1, %37) dim_numbers = [f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f], window = {stride = [1, 1], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x14x14x1024xf32>, tensor<8x14x14x256xf32>) -> tensor<1x1x1024x256xf32>
    %40 = stablehlo.reverse %arg0, dims = [0, 1] : tensor<1x1x1024x256xf32>
    %41 = stablehlo.convolution(%37, %40) dim_numbers = [b, 0, 1, f]x[0, 1, o, i]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x14x14x256xf32>, tensor<1x1x1024x256xf32>) -> tensor<8x14x14x1024xf32>
    %42 = stablehlo.add %1, %41 : tensor<8x14x14x1024xf32>
    return %42, %39, %38, %32, %25, %24, %18, %11, %10, %4 : tensor<8x14x14x1024xf32>, tensor<1x1x1024x256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<3x3x256x256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<1x1x256x1024xf32>, tensor<1024xf32>, tensor<1024xf32>
  }
  func.func private @block_10(%arg0: tensor<1x1x512x256xf32>, %arg1: tensor<8x28x28x512xf32>, %arg2: tensor<1x1x1x256xf32>, %arg3: tensor<8x28x28x256xf32>, %arg4: tensor<8x28x28x256xi1>, %arg5: tensor<8x28x28x256xf32>, %arg6: tensor<3x3x256x256xf32>, %arg7: tensor<8x28x28x256xf32>, %arg8: tensor<1x1x1x256xf32>, %arg9: tensor<8x14x14x256xf32>, %arg10: tensor<8x14x14x256xi1>, %arg11: tensor<8x14x14x256xf32>, %arg12: tensor<1x1x256x1024xf32>, %arg13: tensor<8x14x14x256xf32>, %arg14: tensor<1x1x1x1024xf32>, %arg15: tensor<8x14x14x1024xf32>, %arg16: tensor<1x1x512x1024xf32>, %arg17: tensor<1x1x1x1024xf32>, %arg18: tensor<8x14x14x1024xf32>, %arg19: tensor<8x14x14x1024xi1>, %arg20: tensor<8x14x14x1024xf32>, %arg21: tensor<8x14x14x1024xf32>) -> (tensor<8x28x28x512xf32>, tensor<1x1x512x256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<3x3x256x256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<1x1x256x1024xf32>, tensor<1024xf32>, tensor<1024xf32>, tensor<1x1x512x1024xf32>, tensor<1024xf32>, tensor<1024xf32>) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x14x14x1024xf32>
    %1 = stablehlo.select %arg19, %arg21, %0 : tensor<8x14x14x1024xi1>, tensor<8x14x14x1024xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %2 = stablehlo.reduce(%1 init: %cst_0) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<8x14x14x1024xf32>, tensor<f32>) -> tensor<1024xf32>
    %3 = stablehlo.reshape %2 : (tensor<1024xf32>) -> tensor<1x1x1x1024xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %4 = stablehlo.reduce(%3 init: %cst_1) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<1x1x1x1024xf32>, tensor<f32>) -> tensor<1024xf32>
    %5 = stablehlo.multiply %arg18, %1 : tensor<8x14x14x1024xf32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %6 = stablehlo.reduce(%5 init: %cst_2) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<8x14x14x1024xf32>, tensor<f32>) -> tensor<1024xf32>
    %7 = stablehlo.reshape %6 : (tensor<1024xf32>) -> tensor<1x1x1x1024xf32>
    %8 = stablehlo.broadcast_in_dim %arg17, dims = [0, 1, 2, 3] : (tensor<1x1x1x1024xf32>) -> tensor<8x14x14x1024xf32>
    %9 = stablehlo.multiply %1, %8 : tensor<8x14x14x1024xf32>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %10 = stablehlo.reduce(%7 init: %cst_3) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<1x1x1x1024xf32>, tensor<f32>) -> tensor<1024xf32>
    %11 = stablehlo.convolution(%arg1, %9) dim_numbers = [f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f], window = {stride = [1, 1], pad = [[0, -1], [0, -1]], lhs_dilate = [1, 1], rhs_dilate = [2, 2], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x28x28x512xf32>, tensor<8x14x14x1024xf32>) -> tensor<1x1x512x1024xf32>
    %12 = stablehlo.reverse %arg16, dims = [0, 1] : tensor<1x1x512x1024xf32>
    %13 = stablehlo.convolution(%9, %12) dim_numbers = [b, 0, 1, f]x[0, 1, o, i]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[0, 1], [0, 1]], lhs_dilate = [2, 2], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x14x14x1024xf32>, tensor<1x1x512x1024xf32>) -> tensor<8x28x28x512xf32>
    %cst_4 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %14 = stablehlo.reduce(%1 init: %cst_4) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<8x14x14x1024xf32>, tensor<f32>) -> tensor<1024xf32>
    %15 = stablehlo.reshape %14 : (tensor<1024xf32>) -> tensor<1x1x1x1024xf32>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %16 = stablehlo.reduce(%15 init: %cst_5) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<1x1x1x1024xf32>, tensor<f32>) -> tensor<1024xf32>
    %17 = stablehlo.multiply %arg15, %1 : tensor<8x14x14x1024xf32>
    %cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %18 = stablehlo.reduce(%17 init: %cst_6) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<8x14x14x1024xf32>, tensor<f32>) -> tensor<1024xf32>
    %19 = stablehlo.reshape %18 : (tensor<1024xf32>) -> tensor<1x1x1x1024xf32>
    %20 = stablehlo.broadcast_in_dim %arg14, dims = [0, 1, 2, 3] : (tensor<1x1x1x1024xf32>) -> tensor<8x14x14x1024xf32>
    %21 = stablehlo.multiply %1, %20 : tensor<8x14x14x1024xf32>
    %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %22 = stablehlo.reduce(%19 init: %cst_7) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<1x1x1x1024xf32>, tensor<f32>) -> tensor<1024xf32>
    %23 = stablehlo.convolution(%arg13, %21) dim_numbers = [f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f], window = {stride = [1, 1], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x14x14x256xf32>, tensor<8x14x14x1024xf32>) -> tensor<1x1x256x1024xf32>
    %24 = stablehlo.reverse %arg12, dims = [0, 1] : tensor<1x1x256x1024xf32>
    %25 = stablehlo.convolution(%21, %24) dim_numbers = [b, 0, 1, f]x[0, 1, o, i]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x14x14x1024xf32>, tensor<1x1x256x1024xf32>) -> tensor<8x14x14x256xf32>
    %cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %26 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<8x14x14x256xf32>
    %27 = stablehlo.select %arg10, %25, %26 : tensor<8x14x14x256xi1>, tensor<8x14x14x256xf32>
    %cst_9 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %28 = stablehlo.reduce(%27 init: %cst_9) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<8x14x14x256xf32>, tensor<f32>) -> tensor<256xf32>
    %29 = stablehlo.reshape %28 : (tensor<256xf32>) -> tensor<1x1x1x256xf32>
    %cst_10 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %30 = stablehlo.reduce(%29 init: %cst_10) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<1x1x1x256xf32>, tensor<f32>) -> tensor<256xf32>
    %31 = stablehlo.multiply %arg9, %27 : tensor<8x14x14x256xf32>
    %cst_11 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %32 = stablehlo.reduce(%31 init: %cst_11) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<8x14x14x256xf32>, tensor<f32>) -> tensor<256xf32>
    %33 = stablehlo.reshape %32 : (tensor<256xf32>) -> tensor<1x1x1x256xf32>
    %34 = stablehlo.broadcast_in_dim %arg8, dims = [0, 1, 2, 3] : (tensor<1x1x1x256xf32>) -> tensor<8x14x14x256xf32>
    %35 = stablehlo.multiply %27, %34 : tensor<8x14x14x256xf32>
    %cst_12 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %36 = stablehlo.reduce(%33 init: %cst_12) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<1x1x1x256xf32>, tensor<f32>) -> tensor<256xf32>
    %37 = stablehlo.convolution(%arg7, %35) dim_numbers = [f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f], window = {stride = [1, 1], pad = [[0, 1], [0, 1]], lhs_dilate = [1, 1], rhs_dilate = [2, 2], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x28x28x256xf32>, tensor<8x14x14x256xf32>) -> tensor<3x3x256x256xf32>
    %38 = stablehlo.reverse %arg6, dims = [0, 1] : tensor<3x3x256x256xf32>
    %39 = stablehlo.convolution(%35, %38) dim_numbers = [b, 0, 1, f]x[0, 1, o, i]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[2, 1], [2, 1]], lhs_dilate = [2, 2], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x14x14x256xf32>, tensor<3x3x256x256xf32>) -> tensor<8x28x28x256xf32>
    %cst_13 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %40 = stablehlo.broadcast_in_dim %cst_13, dims = [] : (tensor<f32>) -> tensor<8x28x28x256xf32>
    %41 = stablehlo.select %arg4, %39, %40 : tensor<8x28x28x256xi1>, tensor<8x28x28x256xf32>
    %cst_14 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %42 = stablehlo.reduce(%41 init: %cst_14) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<8x28x28x256xf32>, tensor<f32>) -> tensor<256xf32>
    %43 = stablehlo.reshape %42 : (tensor<256xf32>) -> tensor<1x1x1x256xf32>
    %cst_15 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %44 = stablehlo.reduce(%43 init: %cst_15) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<1x1x1x256xf32>, tensor<f32>) -> tensor<256xf32>
    %45 = stablehlo.multiply %arg3, %41 : tensor<8x28x28x256xf32>
    %cst_16 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %46 = stablehlo.reduce(%45 init: %cst_16) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<8x28x28x256xf32>, tensor<f32>) -> tensor<256xf32>
    %47 = stablehlo.reshape %46 : (tensor<256xf32>) -> tensor<1x1x1x256xf32>
    %48 = stablehlo.broadcast_in_dim %arg2, dims = [0, 1, 2, 3] : (tensor<1x1x1x256xf32>) -> tensor<8x28x28x256xf32>
    %49 = stablehlo.multiply %41, %48 : tensor<8x28x28x256xf32>
    %cst_17 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %50 = stablehlo.reduce(%47 init: %cst_17) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<1x1x1x256xf32>, tensor<f32>) -> tensor<256xf32>
    %51 = stablehlo.convolution(%arg1, %49) dim_numbers = [f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f], window = {stride = [1, 1], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x28x28x512xf32>, tensor<8x28x28x256xf32>) -> tensor<1x1x512x256xf32>
    %52 = stablehlo.reverse %arg0, dims = [0, 1] : tensor<1x1x512x256xf32>
    %53 = stablehlo.convolution(%49, %52) dim_numbers = [b, 0, 1, f]x[0, 1, o, i]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x28x28x256xf32>, tensor<1x1x512x256xf32>) -> tensor<8x28x28x512xf32>
    %54 = stablehlo.add %13, %53 : tensor<8x28x28x512xf32>
    return %54, %51, %50, %44, %37, %36, %30, %23, %22, %16, %11, %10, %4 : tensor<8x28x28x512xf32>, tensor<1x1x512x256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<3x3x256x256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<1x1x256x1024xf32>, tensor<1024xf32>, tensor<1024xf32>, tensor<1x1x512x1024xf32>, tensor<1024xf32>, tensor<1024xf32>
  }
  func.func private @block_11(%arg0: tensor<1x1x512x128xf32>, %arg1: tensor<8x28x28x512xf32>, %arg2: tensor<1x1x1x128xf32>, %arg3: tensor<8x28x28x128xf32>, %arg4: tensor<8x28x28x128xi1>, %arg5: tensor<8x28x28x128xf32>, %arg6: tensor<3x3x128x128xf32>, %arg7: tensor<8x28x28x128xf32>, %arg8: tensor<1x1x1x128xf32>, %arg9: tensor<8x28x28x128xf32>, %arg10: tensor<8x28x28x128xi1>, %arg11: tensor<8x28x28x128xf32>, %arg12: tensor<1x1x128x512xf32>, %arg13: tensor<8x28x28x128xf32>, %arg14: tensor<1x1x1x512xf32>, %arg15: tensor<8x28x28x512xf32>, %arg16: tensor<8x28x28x512xi1>, %arg17: tensor<8x28x28x512xf32>, %arg18: tensor<8x28x28x512xf32>) -> (tensor<8x28x28x512xf32>, tensor<1x1x512x128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<3x3x128x128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<1x1x128x512xf32>, tensor<512xf32>, tensor<512xf32>) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x28x28x512xf32>
    %1 = stablehlo.select %arg16, %arg18, %0 : tensor<8x28x28x512xi1>, tensor<8x28x28x512xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %2 = stablehlo.reduce(%1 init: %cst_0) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<8x28x28x512xf32>, tensor<f32>) -> tensor<512xf32>
    %3 = stablehlo.reshape %2 : (tensor<512xf32>) -> tensor<1x1x1x512xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %4 = stablehlo.reduce(%3 init: %cst_1) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<1x1x1x512xf32>, tensor<f32>) -> tensor<512xf32>
    %5 = stablehlo.multiply %arg15, %1 : tensor<8x28x28x512xf32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %6 = stablehlo.reduce(%5 init: %cst_2) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<8x28x28x512xf32>, tensor<f32>) -> tensor<512xf32>
    %7 = stablehlo.reshape %6 : (tensor<512xf32>) -> tensor<1x1x1x512xf32>
    %8 = stablehlo.broadcast_in_dim %arg14, dims = [0, 1, 2, 3] : (tensor<1x1x1x512xf32>) -> tensor<8x28x28x512xf32>
    %9 = stablehlo.multiply %1, %8 : tensor<8x28x28x512xf32>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %10 = stablehlo.reduce(%7 init: %cst_3) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<1x1x1x512xf32>, tensor<f32>) -> tensor<512xf32>
    %11 = stablehlo.convolution(%arg13, %9) dim_numbers = [f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f], window = {stride = [1, 1], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x28x28x128xf32>, tensor<8x28x28x512xf32>) -> tensor<1x1x128x512xf32>
    %12 = stablehlo.reverse %arg12, dims = [0, 1] : tensor<1x1x128x512xf32>
    %13 = stablehlo.convolution(%9, %12) dim_numbers = [b, 0, 1, f]x[0, 1, o, i]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x28x28x512xf32>, tensor<1x1x128x512xf32>) -> tensor<8x28x28x128xf32>
    %cst_4 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %14 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<8x28x28x128xf32>
    %15 = stablehlo.select %arg10, %13, %14 : tensor<8x28x28x128xi1>, tensor<8x28x28x128xf32>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %16 = stablehlo.reduce(%15 init: %cst_5) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<8x28x28x128xf32>, tensor<f32>) -> tensor<128xf32>
    %17 = stablehlo.reshape %16 : (tensor<128xf32>) -> tensor<1x1x1x128xf32>
    %cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %18 = stablehlo.reduce(%17 init: %cst_6) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<1x1x1x128xf32>, tensor<f32>) -> tensor<128xf32>
    %19 = stablehlo.multiply %arg9, %15 : tensor<8x28x28x128xf32>
    %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %20 = stablehlo.reduce(%19 init: %cst_7) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<8x28x28x128xf32>, tensor<f32>) -> tensor<128xf32>
    %21 = stablehlo.reshape %20 : (tensor<128xf32>) -> tensor<1x1x1x128xf32>
    %22 = stablehlo.broadcast_in_dim %arg8, dims = [0, 1, 2, 3] : (tensor<1x1x1x128xf32>) -> tensor<8x28x28x128xf32>
    %23 = stablehlo.multiply %15, %22 : tensor<8x28x28x128xf32>
    %cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %24 = stablehlo.reduce(%21 init: %cst_8) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<1x1x1x128xf32>, tensor<f32>) -> tensor<128xf32>
    %25 = stablehlo.convolution(%arg7, %23) dim_numbers = [f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x28x28x128xf32>, tensor<8x28x28x128xf32>) -> tensor<3x3x128x128xf32>
    %26 = stablehlo.reverse %arg6, dims = [0, 1] : tensor<3x3x128x128xf32>
    %27 = stablehlo.convolution(%23, %26) dim_numbers = [b, 0, 1, f]x[0, 1, o, i]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x28x28x128xf32>, tensor<3x3x128x128xf32>) -> tensor<8x28x28x128xf32>
    %cst_9 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %28 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<8x28x28x128xf32>
    %29 = stablehlo.select %arg4, %27, %28 : tensor<8x28x28x128xi1>, tensor<8x28x28x128xf32>
    %cst_10 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %30 = stablehlo.reduce(%29 init: %cst_10) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<8x28x28x128xf32>, tensor<f32>) -> tensor<128xf32>
    %31 = stablehlo.reshape %30 : (tensor<128xf32>) -> tensor<1x1x1x128xf32>
    %cst_11 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %32 = stablehlo.reduce(%31 init: %cst_11) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<1x1x1x128xf32>, tensor<f32>) -> tensor<128xf32>
    %33 = stablehlo.multiply %arg3, %29 : tensor<8x28x28x128xf32>
    %cst_12 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %34 = stablehlo.reduce(%33 init: %cst_12) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<8x28x28x128xf32>, tensor<f32>) -> tensor<128xf32>
    %35 = stablehlo.reshape %34 : (tensor<128xf32>) -> tensor<1x1x1x128xf32>
    %36 = stablehlo.broadcast_in_dim %arg2, dims = [0, 1, 2, 3] : (tensor<1x1x1x128xf32>) -> tensor<8x28x28x128xf32>
    %37 = stablehlo.multiply %29, %36 : tensor<8x28x28x128xf32>
    %cst_13 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %38 = stablehlo.reduce(%35 init: %cst_13) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<1x1x1x128xf32>, tensor<f32>) -> tensor<128xf32>
    %39 = stablehlo.convolution(%arg1, %37) dim_numbers = [f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f], window = {stride = [1, 1], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x28x28x512xf32>, tensor<8x28x28x128xf32>) -> tensor<1x1x512x128xf32>
    %40 = stablehlo.reverse %arg0, dims = [0, 1] : tensor<1x1x512x128xf32>
    %41 = stablehlo.convolution(%37, %40) dim_numbers = [b, 0, 1, f]x[0, 1, o, i]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x28x28x128xf32>, tensor<1x1x512x128xf32>) -> tensor<8x28x28x512xf32>
    %42 = stablehlo.add %1, %41 : tensor<8x28x28x512xf32>
    return %42, %39, %38, %32, %25, %24, %18, %11, %10, %4 : tensor<8x28x28x512xf32>, tensor<1x1x512x128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<3x3x128x128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<1x1x128x512xf32>, tensor<512xf32>, tensor<512xf32>
  }
  func.func private @block_12(%arg0: tensor<1x1x256x128xf32>, %arg1: tensor<8x56x56x256xf32>, %arg2: tensor<1x1x1x128xf32>, %arg3: tensor<8x56x56x128xf32>, %arg4: tensor<8x56x56x128xi1>, %arg5: tensor<8x56x56x128xf32>, %arg6: tensor<3x3x128x128xf32>, %arg7: tensor<8x56x56x128xf32>, %arg8: tensor<1x1x1x128xf32>, %arg9: tensor<8x28x28x128xf32>, %arg10: tensor<8x28x28x128xi1>, %arg11: tensor<8x28x28x128xf32>, %arg12: tensor<1x1x128x512xf32>, %arg13: tensor<8x28x28x128xf32>, %arg14: tensor<1x1x1x512xf32>, %arg15: tensor<8x28x28x512xf32>, %arg16: tensor<1x1x256x512xf32>, %arg17: tensor<1x1x1x512xf32>, %arg18: tensor<8x28x28x512xf32>, %arg19: tensor<8x28x28x512xi1>, %arg20: tensor<8x28x28x512xf32>, %arg21: tensor<8x28x28x512xf32>) -> (tensor<8x56x56x256xf32>, tensor<1x1x256x128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<3x3x128x128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<1x1x128x512xf32>, tensor<512xf32>, tensor<512xf32>, tensor<1x1x256x512xf32>, tensor<512xf32>, tensor<512xf32>) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x28x28x512xf32>
    %1 = stablehlo.select %arg19, %arg21, %0 : tensor<8x28x28x512xi1>, tensor<8x28x28x512xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %2 = stablehlo.reduce(%1 init: %cst_0) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<8x28x28x512xf32>, tensor<f32>) -> tensor<512xf32>
    %3 = stablehlo.reshape %2 : (tensor<512xf32>) -> tensor<1x1x1x512xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %4 = stablehlo.reduce(%3 init: %cst_1) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<1x1x1x512xf32>, tensor<f32>) -> tensor<512xf32>
    %5 = stablehlo.multiply %arg18, %1 : tensor<8x28x28x512xf32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %6 = stablehlo.reduce(%5 init: %cst_2) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<8x28x28x512xf32>, tensor<f32>) -> tensor<512xf32>
    %7 = stablehlo.reshape %6 : (tensor<512xf32>) -> tensor<1x1x1x512xf32>
    %8 = stablehlo.broadcast_in_dim %arg17, dims = [0, 1, 2, 3] : (tensor<1x1x1x512xf32>) -> tensor<8x28x28x512xf32>
    %9 = stablehlo.multiply %1, %8 : tensor<8x28x28x512xf32>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %10 = stablehlo.reduce(%7 init: %cst_3) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<1x1x1x512xf32>, tensor<f32>) -> tensor<512xf32>
    %11 = stablehlo.convolution(%arg1, %9) dim_numbers = [f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f], window = {stride = [1, 1], pad = [[0, -1], [0, -1]], lhs_dilate = [1, 1], rhs_dilate = [2, 2], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x56x56x256xf32>, tensor<8x28x28x512xf32>) -> tensor<1x1x256x512xf32>
    %12 = stablehlo.reverse %arg16, dims = [0, 1] : tensor<1x1x256x512xf32>
    %13 = stablehlo.convolution(%9, %12) dim_numbers = [b, 0, 1, f]x[0, 1, o, i]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[0, 1], [0, 1]], lhs_dilate = [2, 2], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x28x28x512xf32>, tensor<1x1x256x512xf32>) -> tensor<8x56x56x256xf32>
    %cst_4 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %14 = stablehlo.reduce(%1 init: %cst_4) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<8x28x28x512xf32>, tensor<f32>) -> tensor<512xf32>
    %15 = stablehlo.reshape %14 : (tensor<512xf32>) -> tensor<1x1x1x512xf32>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %16 = stablehlo.reduce(%15 init: %cst_5) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<1x1x1x512xf32>, tensor<f32>) -> tensor<512xf32>
    %17 = stablehlo.multiply %arg15, %1 : tensor<8x28x28x512xf32>
    %cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %18 = stablehlo.reduce(%17 init: %cst_6) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<8x28x28x512xf32>, tensor<f32>) -> tensor<512xf32>
    %19 = stablehlo.reshape %18 : (tensor<512xf32>) -> tensor<1x1x1x512xf32>
    %20 = stablehlo.broadcast_in_dim %arg14, dims = [0, 1, 2, 3] : (tensor<1x1x1x512xf32>) -> tensor<8x28x28x512xf32>
    %21 = stablehlo.multiply %1, %20 : tensor<8x28x28x512xf32>
    %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %22 = stablehlo.reduce(%19 init: %cst_7) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<1x1x1x512xf32>, tensor<f32>) -> tensor<512xf32>
    %23 = stablehlo.convolution(%arg13, %21) dim_numbers = [f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f], window = {stride = [1, 1], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x28x28x128xf32>, tensor<8x28x28x512xf32>) -> tensor<1x1x128x512xf32>
    %24 = stablehlo.reverse %arg12, dims = [0, 1] : tensor<1x1x128x512xf32>
    %25 = stablehlo.convolution(%21, %24) dim_numbers = [b, 0, 1, f]x[0, 1, o, i]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x28x28x512xf32>, tensor<1x1x128x512xf32>) -> tensor<8x28x28x128xf32>
    %cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %26 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<8x28x28x128xf32>
    %27 = stablehlo.select %arg10, %25, %26 : tensor<8x28x28x128xi1>, tensor<8x28x28x128xf32>
    %cst_9 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %28 = stablehlo.reduce(%27 init: %cst_9) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<8x28x28x128xf32>, tensor<f32>) -> tensor<128xf32>
    %29 = stablehlo.reshape %28 : (tensor<128xf32>) -> tensor<1x1x1x128xf32>
    %cst_10 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %30 = stablehlo.reduce(%29 init: %cst_10) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<1x1x1x128xf32>, tensor<f32>) -> tensor<128xf32>
    %31 = stablehlo.multiply %arg9, %27 : tensor<8x28x28x128xf32>
    %cst_11 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %32 = stablehlo.reduce(%31 init: %cst_11) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<8x28x28x128xf32>, tensor<f32>) -> tensor<128xf32>
    %33 = stablehlo.reshape %32 : (tensor<128xf32>) -> tensor<1x1x1x128xf32>
    %34 = stablehlo.broadcast_in_dim %arg8, dims = [0, 1, 2, 3] : (tensor<1x1x1x128xf32>) -> tensor<8x28x28x128xf32>
    %35 = stablehlo.multiply %27, %34 : tensor<8x28x28x128xf32>
    %cst_12 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %36 = stablehlo.reduce(%33 init: %cst_12) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<1x1x1x128xf32>, tensor<f32>) -> tensor<128xf32>
    %37 = stablehlo.convolution(%arg7, %35) dim_numbers = [f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f], window = {stride = [1, 1], pad = [[0, 1], [0, 1]], lhs_dilate = [1, 1], rhs_dilate = [2, 2], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x56x56x128xf32>, tensor<8x28x28x128xf32>) -> tensor<3x3x128x128xf32>
    %38 = stablehlo.reverse %arg6, dims = [0, 1] : tensor<3x3x128x128xf32>
    %39 = stablehlo.convolution(%35, %38) dim_numbers = [b, 0, 1, f]x[0, 1, o, i]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[2, 1], [2, 1]], lhs_dilate = [2, 2], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x28x28x128xf32>, tensor<3x3x128x128xf32>) -> tensor<8x56x56x128xf32>
    %cst_13 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %40 = stablehlo.broadcast_in_dim %cst_13, dims = [] : (tensor<f32>) -> tensor<8x56x56x128xf32>
    %41 = stablehlo.select %arg4, %39, %40 : tensor<8x56x56x128xi1>, tensor<8x56x56x128xf32>
    %cst_14 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %42 = stablehlo.reduce(%41 init: %cst_14) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<8x56x56x128xf32>, tensor<f32>) -> tensor<128xf32>
    %43 = stablehlo.reshape %42 : (tensor<128xf32>) -> tensor<1x1x1x128xf32>
    %cst_15 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %44 = stablehlo.reduce(%43 init: %cst_15) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<1x1x1x128xf32>, tensor<f32>) -> tensor<128xf32>
    %45 = stablehlo.multiply %arg3, %41 : tensor<8x56x56x128xf32>
    %cst_16 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %46 = stablehlo.reduce(%45 init: %cst_16) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<8x56x56x128xf32>, tensor<f32>) -> tensor<128xf32>
    %47 = stablehlo.reshape %46 : (tensor<128xf32>) -> tensor<1x1x1x128xf32>
    %48 = stablehlo.broadcast_in_dim %arg2, dims = [0, 1, 2, 3] : (tensor<1x1x1x128xf32>) -> tensor<8x56x56x128xf32>
    %49 = stablehlo.multiply %41, %48 : tensor<8x56x56x128xf32>
    %cst_17 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %50 = stablehlo.reduce(%47 init: %cst_17) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<1x1x1x128xf32>, tensor<f32>) -> tensor<128xf32>
    %51 = stablehlo.convolution(%arg1, %49) dim_numbers = [f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f], window = {stride = [1, 1], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x56x56x256xf32>, tensor<8x56x56x128xf32>) -> tensor<1x1x256x128xf32>
    %52 = stablehlo.reverse %arg0, dims = [0, 1] : tensor<1x1x256x128xf32>
    %53 = stablehlo.convolution(%49, %52) dim_numbers = [b, 0, 1, f]x[0, 1, o, i]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x56x56x128xf32>, tensor<1x1x256x128xf32>) -> tensor<8x56x56x256xf32>
    %54 = stablehlo.add %13, %53 : tensor<8x56x56x256xf32>
    return %54, %51, %50, %44, %37, %36, %30, %23, %22, %16, %11, %10, %4 : tensor<8x56x56x256xf32>, tensor<1x1x256x128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<3x3x128x128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<1x1x128x512xf32>, tensor<512xf32>, tensor<512xf32>, tensor<1x1x256x512xf32>, tensor<512xf32>, tensor<512xf32>
  }
  func.func private @block_13(%arg0: tensor<1x1x256x64xf32>, %arg1: tensor<8x56x56x256xf32>, %arg2: tensor<1x1x1x64xf32>, %arg3: tensor<8x56x56x64xf32>, %arg4: tensor<8x56x56x64xi1>, %arg5: tensor<8x56x56x64xf32>, %arg6: tensor<3x3x64x64xf32>, %arg7: tensor<8x56x56x64xf32>, %arg8: tensor<1x1x1x64xf32>, %arg9: tensor<8x56x56x64xf32>, %arg10: tensor<8x56x56x64xi1>, %arg11: tensor<8x56x56x64xf32>, %arg12: tensor<1x1x64x256xf32>, %arg13: tensor<8x56x56x64xf32>, %arg14: tensor<1x1x1x256xf32>, %arg15: tensor<8x56x56x256xf32>, %arg16: tensor<8x56x56x256xi1>, %arg17: tensor<8x56x56x256xf32>, %arg18: tensor<8x56x56x256xf32>) -> (tensor<8x56x56x256xf32>, tensor<1x1x256x64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<3x3x64x64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<1x1x64x256xf32>, tensor<256xf32>, tensor<256xf32>) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x56x56x256xf32>
    %1 = stablehlo.select %arg16, %arg18, %0 : tensor<8x56x56x256xi1>, tensor<8x56x56x256xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %2 = stablehlo.reduce(%1 init: %cst_0) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<8x56x56x256xf32>, tensor<f32>) -> tensor<256xf32>
    %3 = stablehlo.reshape %2 : (tensor<256xf32>) -> tensor<1x1x1x256xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %4 = stablehlo.reduce(%3 init: %cst_1) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<1x1x1x256xf32>, tensor<f32>) -> tensor<256xf32>
    %5 = stablehlo.multiply %arg15, %1 : tensor<8x56x56x256xf32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %6 = stablehlo.reduce(%5 init: %cst_2) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<8x56x56x256xf32>, tensor<f32>) -> tensor<256xf32>
    %7 = stablehlo.reshape %6 : (tensor<256xf32>) -> tensor<1x1x1x256xf32>
    %8 = stablehlo.broadcast_in_dim %arg14, dims = [0, 1, 2, 3] : (tensor<1x1x1x256xf32>) -> tensor<8x56x56x256xf32>
    %9 = stablehlo.multiply %1, %8 : tensor<8x56x56x256xf32>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %10 = stablehlo.reduce(%7 init: %cst_3) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<1x1x1x256xf32>, tensor<f32>) -> tensor<256xf32>
    %11 = stablehlo.convolution(%arg13, %9) dim_numbers = [f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f], window = {stride = [1, 1], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x56x56x64xf32>, tensor<8x56x56x256xf32>) -> tensor<1x1x64x256xf32>
    %12 = stablehlo.reverse %arg12, dims = [0, 1] : tensor<1x1x64x256xf32>
    %13 = stablehlo.convolution(%9, %12) dim_numbers = [b, 0, 1, f]x[0, 1, o, i]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x56x56x256xf32>, tensor<1x1x64x256xf32>) -> tensor<8x56x56x64xf32>
    %cst_4 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %14 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<8x56x56x64xf32>
    %15 = stablehlo.select %arg10, %13, %14 : tensor<8x56x56x64xi1>, tensor<8x56x56x64xf32>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %16 = stablehlo.reduce(%15 init: %cst_5) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<8x56x56x64xf32>, tensor<f32>) -> tensor<64xf32>
    %17 = stablehlo.reshape %16 : (tensor<64xf32>) -> tensor<1x1x1x64xf32>
    %cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %18 = stablehlo.reduce(%17 init: %cst_6) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<1x1x1x64xf32>, tensor<f32>) -> tensor<64xf32>
    %19 = stablehlo.multiply %arg9, %15 : tensor<8x56x56x64xf32>
    %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %20 = stablehlo.reduce(%19 init: %cst_7) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<8x56x56x64xf32>, tensor<f32>) -> tensor<64xf32>
    %21 = stablehlo.reshape %20 : (tensor<64xf32>) -> tensor<1x1x1x64xf32>
    %22 = stablehlo.broadcast_in_dim %arg8, dims = [0, 1, 2, 3] : (tensor<1x1x1x64xf32>) -> tensor<8x56x56x64xf32>
    %23 = stablehlo.multiply %15, %22 : tensor<8x56x56x64xf32>
    %cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %24 = stablehlo.reduce(%21 init: %cst_8) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<1x1x1x64xf32>, tensor<f32>) -> tensor<64xf32>
    %25 = stablehlo.convolution(%arg7, %23) dim_numbers = [f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x56x56x64xf32>, tensor<8x56x56x64xf32>) -> tensor<3x3x64x64xf32>
    %26 = stablehlo.reverse %arg6, dims = [0, 1] : tensor<3x3x64x64xf32>
    %27 = stablehlo.convolution(%23, %26) dim_numbers = [b, 0, 1, f]x[0, 1, o, i]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x56x56x64xf32>, tensor<3x3x64x64xf32>) -> tensor<8x56x56x64xf32>
    %cst_9 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %28 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<8x56x56x64xf32>
    %29 = stablehlo.select %arg4, %27, %28 : tensor<8x56x56x64xi1>, tensor<8x56x56x64xf32>
    %cst_10 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %30 = stablehlo.reduce(%29 init: %cst_10) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<8x56x56x64xf32>, tensor<f32>) -> tensor<64xf32>
    %31 = stablehlo.reshape %30 : (tensor<64xf32>) -> tensor<1x1x1x64xf32>
    %cst_11 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %32 = stablehlo.reduce(%31 init: %cst_11) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<1x1x1x64xf32>, tensor<f32>) -> tensor<64xf32>
    %33 = stablehlo.multiply %arg3, %29 : tensor<8x56x56x64xf32>
    %cst_12 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %34 = stablehlo.reduce(%33 init: %cst_12) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<8x56x56x64xf32>, tensor<f32>) -> tensor<64xf32>
    %35 = stablehlo.reshape %34 : (tensor<64xf32>) -> tensor<1x1x1x64xf32>
    %36 = stablehlo.broadcast_in_dim %arg2, dims = [0, 1, 2, 3] : (tensor<1x1x1x64xf32>) -> tensor<8x56x56x64xf32>
    %37 = stablehlo.multiply %29, %36 : tensor<8x56x56x64xf32>
    %cst_13 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %38 = stablehlo.reduce(%35 init: %cst_13) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<1x1x1x64xf32>, tensor<f32>) -> tensor<64xf32>
    %39 = stablehlo.convolution(%arg1, %37) dim_numbers = [f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f], window = {stride = [1, 1], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x56x56x256xf32>, tensor<8x56x56x64xf32>) -> tensor<1x1x256x64xf32>
    %40 = stablehlo.reverse %arg0, dims = [0, 1] : tensor<1x1x256x64xf32>
    %41 = stablehlo.convolution(%37, %40) dim_numbers = [b, 0, 1, f]x[0, 1, o, i]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x56x56x64xf32>, tensor<1x1x256x64xf32>) -> tensor<8x56x56x256xf32>
    %42 = stablehlo.add %1, %41 : tensor<8x56x56x256xf32>
    return %42, %39, %38, %32, %25, %24, %18, %11, %10, %4 : tensor<8x56x56x256xf32>, tensor<1x1x256x64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<3x3x64x64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<1x1x64x256xf32>, tensor<256xf32>, tensor<256xf32>
  }
  func.func private @block_14(%arg0: tensor<1x1x64x64xf32>, %arg1: tensor<8x56x56x64xf32>, %arg2: tensor<1x1x1x64xf32>, %arg3: tensor<8x56x56x64xf32>, %arg4: tensor<8x56x56x64xi1>, %arg5: tensor<8x56x56x64xf32>, %arg6: tensor<3x3x64x64xf32>, %arg7: tensor<8x56x56x64xf32>, %arg8: tensor<1x1x1x64xf32>, %arg9: tensor<8x56x56x64xf32>, %arg10: tensor<8x56x56x64xi1>, %arg11: tensor<8x56x56x64xf32>, %arg12: tensor<1x1x64x256xf32>, %arg13: tensor<8x56x56x64xf32>, %arg14: tensor<1x1x1x256xf32>, %arg15: tensor<8x56x56x256xf32>, %arg16: tensor<1x1x64x256xf32>, %arg17: tensor<1x1x1x256xf32>, %arg18: tensor<8x56x56x256xf32>, %arg19: tensor<8x56x56x256xi1>, %arg20: tensor<8x56x56x256xf32>, %arg21: tensor<8x56x56x256xf32>) -> (tensor<8x56x56x64xf32>, tensor<1x1x64x64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<3x3x64x64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<1x1x64x256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<1x1x64x256xf32>, tensor<256xf32>, tensor<256xf32>) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x56x56x256xf32>
    %1 = stablehlo.select %arg19, %arg21, %0 : tensor<8x56x56x256xi1>, tensor<8x56x56x256xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %2 = stablehlo.reduce(%1 init: %cst_0) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<8x56x56x256xf32>, tensor<f32>) -> tensor<256xf32>
    %3 = stablehlo.reshape %2 : (tensor<256xf32>) -> tensor<1x1x1x256xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %4 = stablehlo.reduce(%3 init: %cst_1) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<1x1x1x256xf32>, tensor<f32>) -> tensor<256xf32>
    %5 = stablehlo.multiply %arg18, %1 : tensor<8x56x56x256xf32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %6 = stablehlo.reduce(%5 init: %cst_2) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<8x56x56x256xf32>, tensor<f32>) -> tensor<256xf32>
    %7 = stablehlo.reshape %6 : (tensor<256xf32>) -> tensor<1x1x1x256xf32>
    %8 = stablehlo.broadcast_in_dim %arg17, dims = [0, 1, 2, 3] : (tensor<1x1x1x256xf32>) -> tensor<8x56x56x256xf32>
    %9 = stablehlo.multiply %1, %8 : tensor<8x56x56x256xf32>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %10 = stablehlo.reduce(%7 init: %cst_3) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<1x1x1x256xf32>, tensor<f32>) -> tensor<256xf32>
    %11 = stablehlo.convolution(%arg1, %9) dim_numbers = [f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f], window = {stride = [1, 1], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x56x56x64xf32>, tensor<8x56x56x256xf32>) -> tensor<1x1x64x256xf32>
    %12 = stablehlo.reverse %arg16, dims = [0, 1] : tensor<1x1x64x256xf32>
    %13 = stablehlo.convolution(%9, %12) dim_numbers = [b, 0, 1, f]x[0, 1, o, i]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x56x56x256xf32>, tensor<1x1x64x256xf32>) -> tensor<8x56x56x64xf32>
    %cst_4 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %14 = stablehlo.reduce(%1 init: %cst_4) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<8x56x56x256xf32>, tensor<f32>) -> tensor<256xf32>
    %15 = stablehlo.reshape %14 : (tensor<256xf32>) -> tensor<1x1x1x256xf32>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %16 = stablehlo.reduce(%15 init: %cst_5) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<1x1x1x256xf32>, tensor<f32>) -> tensor<256xf32>
    %17 = stablehlo.multiply %arg15, %1 : tensor<8x56x56x256xf32>
    %cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %18 = stablehlo.reduce(%17 init: %cst_6) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<8x56x56x256xf32>, tensor<f32>) -> tensor<256xf32>
    %19 = stablehlo.reshape %18 : (tensor<256xf32>) -> tensor<1x1x1x256xf32>
    %20 = stablehlo.broadcast_in_dim %arg14, dims = [0, 1, 2, 3] : (tensor<1x1x1x256xf32>) -> tensor<8x56x56x256xf32>
    %21 = stablehlo.multiply %1, %20 : tensor<8x56x56x256xf32>
    %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %22 = stablehlo.reduce(%19 init: %cst_7) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<1x1x1x256xf32>, tensor<f32>) -> tensor<256xf32>
    %23 = stablehlo.convolution(%arg13, %21) dim_numbers = [f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f], window = {stride = [1, 1], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x56x56x64xf32>, tensor<8x56x56x256xf32>) -> tensor<1x1x64x256xf32>
    %24 = stablehlo.reverse %arg12, dims = [0, 1] : tensor<1x1x64x256xf32>
    %25 = stablehlo.convolution(%21, %24) dim_numbers = [b, 0, 1, f]x[0, 1, o, i]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x56x56x256xf32>, tensor<1x1x64x256xf32>) -> tensor<8x56x56x64xf32>
    %cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %26 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<8x56x56x64xf32>
    %27 = stablehlo.select %arg10, %25, %26 : tensor<8x56x56x64xi1>, tensor<8x56x56x64xf32>
    %cst_9 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %28 = stablehlo.reduce(%27 init: %cst_9) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<8x56x56x64xf32>, tensor<f32>) -> tensor<64xf32>
    %29 = stablehlo.reshape %28 : (tensor<64xf32>) -> tensor<1x1x1x64xf32>
    %cst_10 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %30 = stablehlo.reduce(%29 init: %cst_10) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<1x1x1x64xf32>, tensor<f32>) -> tensor<64xf32>
    %31 = stablehlo.multiply %arg9, %27 : tensor<8x56x56x64xf32>
    %cst_11 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %32 = stablehlo.reduce(%31 init: %cst_11) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<8x56x56x64xf32>, tensor<f32>) -> tensor<64xf32>
    %33 = stablehlo.reshape %32 : (tensor<64xf32>) -> tensor<1x1x1x64xf32>
    %34 = stablehlo.broadcast_in_dim %arg8, dims = [0, 1, 2, 3] : (tensor<1x1x1x64xf32>) -> tensor<8x56x56x64xf32>
    %35 = stablehlo.multiply %27, %34 : tensor<8x56x56x64xf32>
    %cst_12 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %36 = stablehlo.reduce(%33 init: %cst_12) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<1x1x1x64xf32>, tensor<f32>) -> tensor<64xf32>
    %37 = stablehlo.convolution(%arg7, %35) dim_numbers = [f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x56x56x64xf32>, tensor<8x56x56x64xf32>) -> tensor<3x3x64x64xf32>
    %38 = stablehlo.reverse %arg6, dims = [0, 1] : tensor<3x3x64x64xf32>
    %39 = stablehlo.convolution(%35, %38) dim_numbers = [b, 0, 1, f]x[0, 1, o, i]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x56x56x64xf32>, tensor<3x3x64x64xf32>) -> tensor<8x56x56x64xf32>
    %cst_13 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %40 = stablehlo.broadcast_in_dim %cst_13, dims = [] : (tensor<f32>) -> tensor<8x56x56x64xf32>
    %41 = stablehlo.select %arg4, %39, %40 : tensor<8x56x56x64xi1>, tensor<8x56x56x64xf32>
    %cst_14 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %42 = stablehlo.reduce(%41 init: %cst_14) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<8x56x56x64xf32>, tensor<f32>) -> tensor<64xf32>
    %43 = stablehlo.reshape %42 : (tensor<64xf32>) -> tensor<1x1x1x64xf32>
    %cst_15 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %44 = stablehlo.reduce(%43 init: %cst_15) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<1x1x1x64xf32>, tensor<f32>) -> tensor<64xf32>
    %45 = stablehlo.multiply %arg3, %41 : tensor<8x56x56x64xf32>
    %cst_16 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %46 = stablehlo.reduce(%45 init: %cst_16) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<8x56x56x64xf32>, tensor<f32>) -> tensor<64xf32>
    %47 = stablehlo.reshape %46 : (tensor<64xf32>) -> tensor<1x1x1x64xf32>
    %48 = stablehlo.broadcast_in_dim %arg2, dims = [0, 1, 2, 3] : (tensor<1x1x1x64xf32>) -> tensor<8x56x56x64xf32>
    %49 = stablehlo.multiply %41, %48 : tensor<8x56x56x64xf32>
    %cst_17 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %50 = stablehlo.reduce(%47 init: %cst_17) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<1x1x1x64xf32>, tensor<f32>) -> tensor<64xf32>
    %51 = stablehlo.convolution(%arg1, %49) dim_numbers = [f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f], window = {stride = [1, 1], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x56x56x64xf32>, tensor<8x56x56x64xf32>) -> tensor<1x1x64x64xf32>
    %52 = stablehlo.reverse %arg0, dims = [0, 1] : tensor<1x1x64x64xf32>
    %53 = stablehlo.convolution(%49, %52) dim_numbers = [b, 0, 1, f]x[0, 1, o, i]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x56x56x64xf32>, tensor<1x1x64x64xf32>) -> tensor<8x56x56x64xf32>
    %54 = stablehlo.add %13, %53 : tensor<8x56x56x64xf32>
    return %54, %51, %50, %44, %37, %36, %30, %23, %22, %16, %11, %10, %4 : tensor<8x56x56x64xf32>, tensor<1x1x64x64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<3x3x64x64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<1x1x64x256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<1x1x64x256xf32>, tensor<256xf32>, tensor<256xf32>
  }
}
