
BlJíhíhíhíh